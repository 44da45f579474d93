"""The whole site in one command: the pages and the jobs behind them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ecoagent_site import processes
from ecoagent_site.env import env_int


class Command(BaseCommand):
    help = "Runs the web server and a worker until Ctrl-C, after bringing the tables up to date."
    requires_system_checks = []  # migrate checks

    def add_arguments(self, parser: ArgumentParser) -> None:
        port = env_int("PORT", default=8000, minimum=1)
        parser.add_argument("--port", type=int, default=port, help="default: PORT, or 8000")
        parser.add_argument("--concurrency", type=int, default=2, help="jobs at a time")

    def handle(self, *args: Any, port: int, concurrency: int, **options: Any) -> None:
        programs = processes.web_process(port), processes.worker_process(concurrency)
        try:
            processes.refuse_taken_port(port)
            call_command("migrate", interactive=False, verbosity=0)
            with processes.Supervisor(*programs) as supervisor:
                supervisor.wait_for_pages(port)
                self.stdout.write(f"EcoAgent: http://{processes.LOOPBACK}:{port} (Ctrl-C stops it)")
                supervisor.watch()
        except processes.ProcessError as error:
            raise CommandError(str(error)) from error
