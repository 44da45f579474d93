"""Build a bundle from seed pools: files in their official formats, and the atlas made here."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tasks_app import actions
from tasks_app.domain import bundle_format
from tasks_app.domain.build import Build, BuildPlan, Labeller, build_bundle
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.domain.labeller import LABELLER_PROVENANCE, label_tiers
from tasks_app.domain.seedpools import pools
from tasks_app.domain.seedpools.seed_file import SeedFile
from tasks_app.domain.selection import SlotFill
from tasks_app.domain.slots import SLOTS
from tasks_app.management.problem_lines import problem_lines


class Command(BaseCommand):
    help = "Build a bundle from seed pools; the same pools and salt give the same bytes."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # Django's own --version would stand in the way of the bundle's.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        names = ", ".join(pools.READERS)
        parser.add_argument(
            "--pool",
            action="append",
            default=[],
            metavar="NAME=FILE",
            help=f"a seed pool file, repeatable; pools: {names} (atlas is always at hand)",
        )
        parser.add_argument("--salt", required=True, help="decides which rows are selected")
        parser.add_argument("--name", required=True)
        parser.add_argument("--version", required=True, dest="bundle_version")
        parser.add_argument("--title", default="", help="what lists show; the name by default")
        parser.add_argument("--out", help="folder, or .zip file, to write")
        parser.add_argument("--import", action="store_true", dest="imports", help="import it too")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["out"] and not options["imports"]:
            raise CommandError("Say where the bundle goes: --out, --import or both.")
        salt, name = options["salt"], options["name"]
        files = [*map(self._read, options["pool"]), pools.atlas(salt)]
        plan = BuildPlan(name, options["bundle_version"], salt, options["title"] or name, SLOTS)
        try:
            build = build_bundle(
                files, plan, Labeller(label_tiers, LABELLER_PROVENANCE), self._show
            )
            self._deliver(build, options["out"], options["imports"])
        except Refused as refused:
            self.stderr.write("\n".join(problem_lines(refused.problems)))
            raise CommandError(f"No bundle: {len(refused.problems)} problem(s).") from None
        except Conflict as conflict:
            raise CommandError(str(conflict)) from None

    def _read(self, pool: str) -> SeedFile:
        name, _, path = pool.partition("=")
        if name not in pools.READERS or not path:
            raise CommandError(f"--pool {pool}: NAME=FILE with one of {', '.join(pools.READERS)}.")
        try:
            file = pools.READERS[name](Path(path))
        except OSError as error:
            raise CommandError(f"--pool {pool}: {error.strerror}.") from None
        self.stderr.write(
            "\n".join(problem_lines(file.problems)), ending="\n" * bool(file.problems)
        )
        if file.problems and not file.rows:
            raise CommandError(f"--pool {pool}: no row could be used.")
        skipped = "".join(f", skipped {n}: {why}" for why, n in sorted(file.skipped.items()))
        self.stdout.write(f"{name}: {len(file.rows)} rows{skipped}")
        return file

    def _show(self, fill: SlotFill) -> None:
        taken = ", ".join(f"{count} {dataset}" for dataset, count in sorted(fill.taken.items()))
        note = "  (fell back)" if fill.fell_back else ""
        self.stdout.write(f"{fill.slot.family} / {fill.slot.name}: {taken}{note}")
        self.stdout.flush()  # a slot may take seconds, also through a pipe

    def _deliver(self, build: Build, out: str | None, imports: bool) -> None:
        spec = build.bundle.spec
        if out:
            bundle_format.write_bundle(build.bundle, out)
        if imports:
            actions.import_bundle(build.bundle)
        where = " and ".join([*([f"written to {out}"] if out else []), *(["imported"] * imports)])
        self.stdout.write(f"{spec.ref}: {len(build.bundle.tasks)} tasks {where}.")
        self.stdout.write(f"tasks_sha256 {spec.tasks_sha256}")
