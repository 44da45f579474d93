"""Publish the boards of a bundle by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leaderboard_app import actions
from tasks_app.queries import find_bundle


class Command(BaseCommand):
    help = "Bring the published boards of a bundle up to date and print the snapshot's digest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bundle", nargs="?", help="name@version; the newest bundle if left out")

    def handle(self, *, bundle: str | None, **_: Any) -> None:
        found = find_bundle(bundle)
        if found is None:
            raise CommandError(f"There is no bundle {bundle or 'yet'}.")
        snapshot = actions.publish_snapshot(found.id)
        if snapshot is None:
            raise CommandError(
                f"{found.ref} has no public scored run: there is nothing to publish."
            )
        self.stdout.write(f"{found.ref}: {snapshot.digest}")
