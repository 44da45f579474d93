"""Archives as the API sends them."""

from collections.abc import Iterable
from datetime import datetime
from typing import NotRequired, TypedDict
from uuid import UUID

from rest_framework.request import Request

from runs_app.models import Archive, Run, Visibility
from runs_app.queries.archives import archive_progress
from tasks_app.web.api_addresses import address


class ReceiptJson(TypedDict):
    """Ask `url` until `status` is `rejected`, `scored` or `failed`."""

    id: UUID
    status: Archive.Status
    url: str


class ArchiveProblemJson(TypedDict):
    """One thing wrong, where, and what to do. `line` counts from 1."""

    severity: str
    file: str
    line: int | None
    task_id: str | None
    code: str
    message: str
    hint: str


class CoverageJson(TypedDict):
    """What an archive holds of one agent at one budget label, or (meter) under one description
    and one repeat: `tasks` `of` those that the run should cover."""

    agent: str
    budget_label: str
    description: NotRequired[str]
    repeat: NotRequired[int]
    episodes: int
    tasks: int
    of: int


class ArchiveCountsJson(TypedDict, total=False):
    """What was counted so far; `listed` of the problems are in `problems`."""

    errors: int
    warnings: int
    listed: int
    by_code: dict[str, int]
    lines: int
    episodes: int
    coverage: list[CoverageJson]


class ArchiveRunJson(TypedDict):
    """A run that came out of an archive; `budget_label` or (meter) `description` is blank."""

    id: UUID
    url: str
    agent: str
    budget_label: str
    description: str
    repeat: int
    status: Run.Status


class ArchiveJson(ReceiptJson):
    """An upload and what became of it; `progress` is a share, 0 to 1."""

    reason: str
    progress: float
    problems: list[ArchiveProblemJson]
    problem_count: int
    counts: ArchiveCountsJson
    runs: list[ArchiveRunJson]
    bundle: str | None
    owner: str
    visibility: Visibility
    dry_run: bool
    file_name: str
    file_bytes: int
    sha256: str
    created_at: datetime
    finished_at: datetime | None


def receipt_json(request: Request, archive: Archive) -> ReceiptJson:
    return {
        "id": archive.pk,
        "status": Archive.Status(archive.status),
        "url": address(request, "api-archive", archive.pk),
    }


def archive_json(request: Request, archive: Archive, runs: Iterable[Run]) -> ArchiveJson:
    progress = archive_progress(archive)
    return {
        **receipt_json(request, archive),
        "reason": progress.reason,
        "progress": progress.share,
        "problems": [_problem(problem) for problem in archive.problems],
        "problem_count": archive.problem_count,
        "counts": _counts(archive),
        "runs": [_run(request, run) for run in runs],
        "bundle": str(archive.bundle) if archive.bundle else None,
        "owner": archive.owner.username,
        "visibility": Visibility(archive.visibility),
        "dry_run": archive.dry_run,
        "file_name": archive.file_name,
        "file_bytes": archive.file_bytes,
        "sha256": archive.sha256,
        "created_at": archive.created_at,
        "finished_at": archive.finished_at,
    }


def _problem(problem: ArchiveProblemJson) -> ArchiveProblemJson:
    return {
        "severity": problem["severity"],
        "file": problem["file"],
        "line": problem["line"],
        "task_id": problem["task_id"],
        "code": problem["code"],
        "message": problem["message"],
        "hint": problem["hint"],
    }


def _counts(archive: Archive) -> ArchiveCountsJson:
    names = ArchiveCountsJson.__annotations__
    return {name: archive.counts[name] for name in names if name in archive.counts}  # type: ignore[return-value]


def _run(request: Request, run: Run) -> ArchiveRunJson:
    return {
        "id": run.pk,
        "url": address(request, "api-run", run.pk),
        "agent": run.agent.name,
        "budget_label": run.budget_label,
        "description": run.description,
        "repeat": run.repeat,
        "status": Run.Status(run.status),
    }
