"""Build a meter bundle of the task ids in a table: CSV, JSON or JSON Lines."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tasks_app import actions
from tasks_app.domain import bundle_format
from tasks_app.domain.bundle_spec import Bundle
from tasks_app.domain.canonical import sha256_hex
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.meter_table import TableBundle, meter_bundle
from tasks_app.management.problem_lines import problem_lines


class Command(BaseCommand):
    help = "Build a meter bundle of the tasks that a table names, a results table for example."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # Django's own --version would stand in the way of the bundle's.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", required=True)
        parser.add_argument("--version", required=True, dest="bundle_version")
        parser.add_argument("--title", default="", help="what lists show; the name by default")
        parser.add_argument("--licence", default="unknown", help="of the tasks")
        parser.add_argument("--task-column", default="", help="found by its name by default")
        parser.add_argument("--wording-column", default="", help="the column of the tasks' texts")
        parser.add_argument("--out", help="folder, or .zip file, to write")
        parser.add_argument("--import", action="store_true", dest="imports", help="import it too")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["out"] and not options["imports"]:
            raise CommandError("Say where the bundle goes: --out, --import or both.")
        try:
            bundle = self.built(options)
            if options["out"]:
                bundle_format.write_bundle(bundle, options["out"])
            if options["imports"]:
                actions.import_bundle(bundle)
        except Refused as refused:
            self.stderr.write("\n".join(problem_lines(refused.problems)))
            raise CommandError(f"No bundle: {len(refused.problems)} problem(s).") from None
        except (Conflict, OSError) as error:
            raise CommandError(str(error)) from None
        spec = bundle.spec
        self.stdout.write(f"{spec.ref}: {len(bundle.meter_tasks)} tasks.")
        self.stdout.write(f"tasks_sha256 {spec.tasks_sha256}")

    def built(self, options: dict[str, Any]) -> Bundle:
        data = options["file"].read_bytes()
        about = TableBundle(
            name=options["name"],
            version=options["bundle_version"],
            title=options["title"],
            licence=options["licence"],
            task_column=options["task_column"],
            wording_column=options["wording_column"],
        )
        return meter_bundle(open_table(data), about, sha256_hex(data))
