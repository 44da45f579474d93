"""Write a closed audit as a zip that can be checked with Python alone."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from audit_app import queries
from audit_app.models import Audit
from tasks_app.domain.errors import EcoAgentError


class Command(BaseCommand):
    help = "Writes frame, sample, labels, rubric and report of a closed audit, with their digests."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("audit", type=UUID)
        parser.add_argument("file", type=Path, help="the zip to write")

    def handle(self, *args: Any, audit: UUID, file: Path, **options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} exists; it is not overwritten.")
        try:
            queries.write_export(audit, file)
        except Audit.DoesNotExist as error:
            raise CommandError(f"There is no audit {audit}.") from error
        except (EcoAgentError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes; check it with check_audit.")
