"""Takes an episode archive from a file: the same path as an upload, in this process."""

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.files.base import File
from django.core.management.base import BaseCommand, CommandError, CommandParser

from runs_app.actions import archives
from runs_app.models import Archive, Visibility
from tasks_app.domain.errors import EcoAgentError


class Command(BaseCommand):
    help = "Check, store, judge and score an episode archive; exit status 1 when it is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="name of a user who may submit")
        parser.add_argument("--dry-run", action="store_true", help="report only, store nothing")
        parser.add_argument("--private", action="store_true", help="keep the runs off the boards")

    def handle(self, *args: Any, **options: Any) -> None:
        archive = self.received(options)
        archives.ingest_archive(archive.pk)
        archive.refresh_from_db()
        self.report(archive)
        if archive.status != Archive.Status.SCORED:
            raise CommandError(archive.reason)

    def received(self, options: dict[str, Any]) -> Archive:
        owner = get_user_model().objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"There is no user {options['owner']}.")
        path = options["file"]
        try:
            with path.open("rb") as stream:
                return archives.receive_archive(
                    File(stream, path.name),
                    owner,
                    Visibility.PRIVATE if options["private"] else Visibility.PUBLIC,
                    options["dry_run"],
                )
        except (EcoAgentError, OSError) as error:
            raise CommandError(str(error)) from error

    def report(self, archive: Archive) -> None:
        for problem in archive.problems:
            parts = (problem["file"], problem["line"], problem["task_id"])
            place = ":".join(str(part) for part in parts if part) or archive.file_name
            self.stdout.write(f"{problem['severity']} {problem['code']} {place}")
            self.stdout.write(f"    {problem['message']} {problem['hint']}")
        unlisted = archive.problem_count - len(archive.problems)
        if unlisted:
            self.stdout.write(f"{unlisted} more problems are counted but not listed.")
        self.stdout.write(archive.reason)
        for run in archive.runs.select_related("agent"):
            self.stdout.write(f"run {run.pk}: {run.agent.name} {run.key.terms}, {run.status}")
