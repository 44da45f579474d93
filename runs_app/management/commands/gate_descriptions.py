"""What the preservation gate says about the candidates of a file; nothing is stored."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from runs_app.domain.candidate_rows import CandidateRow, read_candidates
from tasks_app.domain.descriptions.findings import Finding
from tasks_app.domain.descriptions.gate import check
from tasks_app.domain.errors import Problem, Refused
from tasks_app.queries import find_bundle, meter_tasks


class Command(BaseCommand):
    help = "Check a CSV or JSON Lines file of candidates; exit status 1 where one is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--bundle", required=True, help="name@version of a meter bundle")

    def handle(self, *args: Any, **options: Any) -> None:
        bundle = find_bundle(options["bundle"])
        if bundle is None or bundle.kind != "meter":
            raise CommandError(f"There is no meter bundle {options['bundle']}.")
        tasks = meter_tasks(bundle.id)
        rows = self.rows(options["file"], tasks)
        refused = 0
        for row in rows:
            report = check(tasks[row.task_id], row.text)
            refused += not report.accepted
            verdict = "accepted" if report.accepted else "refused"
            self.stdout.write(f"{verdict}: {row.task_id}, {row.source}")
            for finding in report.findings:
                self.stdout.write(f"    {finding_line(finding)}")
        self.stdout.write(f"{len(rows)} candidates, {refused} refused.")
        if refused:
            raise CommandError(f"{refused} candidates are refused.")

    def rows(self, path: Path, tasks: Any) -> tuple[CandidateRow, ...]:
        try:
            return read_candidates(path.read_bytes(), tasks)
        except OSError as error:
            raise CommandError(str(error)) from error
        except Refused as error:
            raise CommandError("\n".join(map(problem_line, error.problems))) from error


def finding_line(finding: Finding) -> str:
    place = finding.place
    return f"{finding.code} ({place.text} {place.start}-{place.end}): {finding.reason}"


def problem_line(problem: Problem) -> str:
    place = f"line {problem.line}" if problem.line else "file"
    return f"{place}: {problem.code}: {problem.message} {problem.hint}".rstrip()
