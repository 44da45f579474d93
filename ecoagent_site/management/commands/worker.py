"""One more worker beside those of `run`, or the worker service of a deployment."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ecoagent_site import processes


class Command(BaseCommand):
    help = "Runs a Celery worker, without the beat, in the foreground until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        # Workers of one machine must differ in name.
        name = f"worker-{os.getpid()}"
        parser.add_argument("--name", default=name, help="default: worker-PID")
        parser.add_argument("--concurrency", type=int, default=2, help="jobs at a time")

    def handle(self, *args: Any, name: str, concurrency: int, **options: Any) -> None:
        program = processes.worker_process(concurrency, name, beat=False)
        try:
            with processes.Supervisor(program) as supervisor:
                supervisor.watch()
        except processes.ProcessError as error:
            raise CommandError(str(error)) from error
