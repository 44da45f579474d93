"""Import a bundle: a folder or zip in, a line about it out."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tasks_app import actions
from tasks_app.domain import bundle_format
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.management.problem_lines import problem_lines


class Command(BaseCommand):
    help = "Import a bundle from a folder or zip; the same bundle again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", help="folder or .zip with bundle.json and tasks.jsonl")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            bundle = bundle_format.read_bundle(options["path"])
            actions.import_bundle(bundle)
        except Refused as refused:
            self.stderr.write("\n".join(problem_lines(refused.problems)))
            raise CommandError(f"Nothing imported: {len(refused.problems)} problem(s).") from None
        except Conflict as conflict:
            raise CommandError(str(conflict)) from None
        tasks = len(bundle.tasks) + len(bundle.meter_tasks)
        self.stdout.write(f"{bundle.spec.ref} is imported: {tasks} tasks.")
