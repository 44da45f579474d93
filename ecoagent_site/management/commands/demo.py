"""From nothing to a populated site in one command; what is already there is left as it is."""

import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ecoagent_site import demo_users, meter_demo, processes
from ecoagent_site.env import env_int
from leaderboard_app.queries import latest_snapshot
from tasks_app.queries import find_bundle

BUNDLE, VERSION, SALT = "atlas-demo", "1", "ecoagent-demo"
TITLE = "Atlas: 304 tasks about countries, cities and airports"
PUBLISH_SECONDS = 60
POLL_SECONDS = 0.2


class Command(BaseCommand):
    help = (
        "Brings up a populated site: bundle, users, runs by real workers, boards. Ctrl-C ends it."
    )
    requires_system_checks = []  # migrate checks

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL_MODE:
            raise CommandError("The demo makes users with known passwords: not in production.")
        port = env_int("PORT", default=8000, minimum=1)
        try:
            processes.refuse_taken_port(port)
            self.step("Preparing the tables")
            call_command("migrate", interactive=False, verbosity=0)
            programs = processes.web_process(port), processes.worker_process()
            with processes.Supervisor(*programs) as supervisor:
                self.populate()
                supervisor.wait_for_pages(port)
                self.say_where(port)
                supervisor.watch()
        except (processes.ProcessError, meter_demo.DemoError) as error:
            raise CommandError(str(error)) from error

    def populate(self) -> None:
        """Each step finds what an earlier demo left and adds only what is missing."""
        people = demo_users.create_missing()
        self.step("Sending synthetic episodes to the worker, for AgentMeter")
        meter_demo.fill_price_book(people["maya"])
        sent = meter_demo.send_archives(people["sam"])
        if find_bundle(f"{BUNDLE}@{VERSION}") is None:
            self.step("Building the bundle from real facts")
            self.build_bundle()
        self.step("Running controls and readers at three budgets, where that was not done before")
        call_command("run_agents", bundle=f"{BUNDLE}@{VERSION}", missing=True, wait=True)
        self.step("Waiting for the boards")
        self.wait_for_boards()
        meter_demo.calibrate_and_publish(sent, people["maya"])

    def build_bundle(self) -> None:
        call_command(
            "build_bundle",
            salt=SALT,
            name=BUNDLE,
            bundle_version=VERSION,
            title=TITLE,
            imports=True,
            stdout=self.stdout,
        )

    def wait_for_boards(self) -> None:
        """The worker publishes them once runs are scored."""
        bundle = find_bundle(f"{BUNDLE}@{VERSION}")
        deadline = time.monotonic() + PUBLISH_SECONDS
        while bundle and latest_snapshot(bundle.id) is None:
            if time.monotonic() > deadline:
                raise CommandError(f"No board was published within {PUBLISH_SECONDS} s.")
            time.sleep(POLL_SECONDS)

    def say_where(self, port: int) -> None:
        self.step(f"EcoAgent: http://{processes.LOOPBACK}:{port} (Ctrl-C stops it)")
        for user in demo_users.USERS:
            self.stdout.write(f"  {user.username} / {demo_users.PASSWORD}  ({user.describes})")

    def step(self, text: str) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(text))
        self.stdout.flush()
