"""Check an exported audit, or the label log of a stored one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from audit_app import queries
from audit_app.domain import export_check
from audit_app.models import LabelChain


class Command(BaseCommand):
    help = "Recomputes digests and numbers; exit status 1 when anything does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", help="an exported zip, or the id of a stored audit")

    def handle(self, *args: Any, what: str, **options: Any) -> None:
        problems = self.of_file(Path(what)) if Path(what).is_file() else self.of_audit(what)
        for problem in problems:
            self.stdout.write(f"WRONG: {problem}")
        if problems:
            raise CommandError("It does not hold.")
        self.stdout.write("It holds.")

    def of_file(self, path: Path) -> list[str]:
        try:
            problems, numbers = export_check.check(path)
        except export_check.NoExportError as error:
            raise CommandError(str(error)) from error
        for name, value in numbers.items():
            self.stdout.write(f"{name}: {'undefined' if value is None else f'{value:.6f}'}")
        return problems

    def of_audit(self, audit_id: str) -> tuple[str, ...]:
        try:
            return queries.log_problems(UUID(audit_id))
        except (ValueError, LabelChain.DoesNotExist) as error:
            raise CommandError(f"There is no file or audit {audit_id}.") from error
