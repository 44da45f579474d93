"""Check a bundle without importing it: its format, its digests and every gate."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tasks_app.domain import bundle_format, gates
from tasks_app.domain.errors import Refused
from tasks_app.management.problem_lines import problem_lines


class Command(BaseCommand):
    help = "Print everything that speaks against a bundle; exit 1 if anything does."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", help="folder or .zip with bundle.json and tasks.jsonl")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            bundle = bundle_format.read_bundle(options["path"])
            problems = gates.findings(bundle)
        except Refused as refused:
            problems = tuple(refused.problems)
        if problems:
            self.stdout.write("\n".join(problem_lines(problems)))
            raise CommandError(f"{len(problems)} finding(s).")
        tasks = len(bundle.tasks) + len(bundle.meter_tasks)
        self.stdout.write(f"{bundle.spec.ref}: {tasks} tasks, no findings.")
