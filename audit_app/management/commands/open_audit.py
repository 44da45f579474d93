"""Open an audit over the answers of some runs: the cells are shown, then the sample is drawn."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from audit_app import actions, queries
from audit_app.domain.controls import read_controls
from audit_app.domain.design import AuditDesign, AuditKind, ControlItem
from runs_app.domain.judging import EXACT
from runs_app.queries import audited_runs
from tasks_app.domain.errors import EcoAgentError
from tasks_app.domain.families import Family
from tasks_app.queries import find_bundle


class Command(BaseCommand):
    help = "Draw a sample evenly over family and verdict, and open it for labelling."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("runs", nargs="*", type=UUID, help="ids of scored runs of one bundle")
        parser.add_argument("--realism", metavar="BUNDLE", help="review its tasks instead of runs")
        parser.add_argument("--title", required=True, help="shown to reviewers; name no agent")
        parser.add_argument("--rubric", required=True, type=Path, help="a text file")
        parser.add_argument("--rubric-version", required=True)
        parser.add_argument("--size", required=True, type=int, help="items to draw")
        parser.add_argument("--seed", required=True, help="the same one draws the same sample")
        parser.add_argument("--user", required=True, help="name of a maintainer")
        parser.add_argument("--judge", default=EXACT.name, help="default: %(default)s")
        parser.add_argument("--families", nargs="*", choices=list(Family), default=[])
        parser.add_argument("--overlap", type=float, default=0.0, help="share read twice, 0 to 1")
        parser.add_argument(
            "--controls", type=Path, help="a text file: episode and known label, one a line"
        )
        parser.add_argument("--allow-reveal", action="store_true")
        parser.add_argument("--dry-run", action="store_true", help="show the cells, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        user = get_user_model().objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        try:
            design = self.design(options)
            for cell in queries.preview_cells(design):
                self.stdout.write(f"{cell.cell.title}: {cell.drawn} of {cell.population}")
            if not options["dry_run"]:
                audit = actions.open_audit(design, user)
                self.stdout.write(f"audit {audit.pk}: {audit.size} items")
        except (EcoAgentError, OSError) as error:
            raise CommandError(str(error)) from error

    def design(self, options: dict[str, Any]) -> AuditDesign:
        """Raises CommandError where the runs are not of one bundle, or the bundle is unknown."""
        kind = AuditKind.REALISM if options["realism"] else AuditKind.ANSWERS
        return AuditDesign(
            kind=kind,
            bundle_id=self.bundle_id(options),
            judge="" if options["realism"] else options["judge"],
            run_ids=tuple(options["runs"]),
            rubric=options["rubric"].read_text(encoding="utf-8"),
            families=tuple(options["families"]),
            reveal_allowed=options["allow_reveal"],
            controls=_controls(options["controls"]),
            **{
                name: options[name]
                for name in ("title", "size", "seed", "rubric_version", "overlap")
            },
        )

    def bundle_id(self, options: dict[str, Any]) -> int:
        if options["realism"]:
            bundle = find_bundle(options["realism"])
            if bundle is None or options["runs"]:
                raise CommandError("A realism review takes a known bundle and no runs.")
            return bundle.id
        bundles = {run.bundle_id for run in audited_runs(options["runs"])}
        if len(bundles) != 1:
            raise CommandError("Name scored runs of one bundle, of agents that are no controls.")
        return bundles.pop()


def _controls(path: Path | None) -> tuple[ControlItem, ...]:
    """Raises Refused, a problem for each line that is wrong."""
    return () if path is None else read_controls(path.read_text(encoding="utf-8"))
