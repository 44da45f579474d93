"""Calibrate a meter bundle by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leaderboard_app import actions
from leaderboard_app.domain.meter.pricing import PricingRule
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.queries import find_bundle


class Command(BaseCommand):
    help = (
        "Freeze the calibration of a meter bundle from its public runs, publish its grids and print"
        " the version and digest. The same calibration is frozen once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("bundle", help="name@version, or name for its newest version")
        parser.add_argument(
            "--pricing",
            choices=list(PricingRule),
            help="USD as reported or by the newest price book; left out, what prices more episodes",
        )

    def handle(self, *, bundle: str, pricing: str | None, **_: Any) -> None:
        found = find_bundle(bundle)
        if found is None:
            raise CommandError(f"There is no bundle {bundle}.")
        rule = PricingRule(pricing) if pricing else None
        try:
            frozen = actions.calibrate_bundle(found.id, pricing=rule)
        except Refused as refused:
            reasons = "\n".join(f"  {problem.message}" for problem in refused.problems)
            raise CommandError(f"{found.ref} cannot be calibrated:\n{reasons}") from refused
        except Conflict as conflict:
            raise CommandError(str(conflict)) from conflict
        actions.publish_snapshot(found.id)
        priced = f"price book {frozen.pricing['book']}" if frozen.pricing["book"] else "as reported"
        self.stdout.write(
            f"{found.ref}: calibration {frozen.version}, USD {priced}, {frozen.frozen_digest}"
        )
