"""From a kept upload to scored runs, in a way that may be killed and repeated at any point.

Reading and storing are one transaction that holds the archive's row lock: a worker that dies
leaves nothing behind and frees the lock. Judging and scoring follow run by run.
"""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from runs_app.actions.archive_storing import store_archive
from runs_app.actions.scoring import finish_run
from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.reader import OpenArchive, check_archive, open_archive
from runs_app.domain.archive.report import counted, counts_of, verdict
from runs_app.domain.archive.tally import Tally
from runs_app.models import Archive, Run
from runs_app.queries.archives import bundle_facts, progress_key
from tasks_app.domain.errors import Conflict, NotAllowed

MOST_ATTEMPTS = 3
CHECKED, STORED = 0.5, 0.8
"""Shares done once an archive is read through, and once its episodes are stored."""

PROGRESS_SECONDS = 3600
TO_READ = (Archive.Status.QUEUED, Archive.Status.READING)


def ingest_archive(archive_id: UUID | str) -> None:
    """Read, check, store, judge and score a received archive; may be repeated at any time.

    Does nothing where another worker is at it or the archive's end is reached. An unforeseen
    error is noted and raised; after ``MOST_ATTEMPTS`` the archive ends as failed, file kept.
    """
    try:
        if _begin(archive_id):
            _read(archive_id)
        _finish(archive_id)
    except Exception as error:
        _note_error(archive_id, error)
        raise


@transaction.atomic
def retry_archive(archive_id: UUID | str, user: Any) -> None:
    """Put a failed archive whose file was kept back in the queue; the caller enqueues the job.

    Raises NotAllowed or Conflict.
    """
    archive = Archive.objects.select_for_update().get(pk=archive_id)
    if archive.owner_id != user.pk and not user.is_maintainer:
        raise NotAllowed("Only the archive's owner or a maintainer may do this.")
    if archive.status != Archive.Status.FAILED or not archive.file:
        raise Conflict("Only a failed archive whose file is kept can be read again.")
    archive.status, archive.reason, archive.finished_at = Archive.Status.QUEUED, "", None
    archive.counts = {"attempts": 0}
    archive.save()


@transaction.atomic
def _begin(archive_id: UUID | str) -> bool:
    """Count an attempt at reading; False where there is nothing to read, or no attempt left."""
    archive = _locked(archive_id)
    if archive is None:
        return False
    attempts = archive.counts.get("attempts", 0)
    if attempts >= MOST_ATTEMPTS:
        why = archive.reason or "the worker was lost each time"
        _end(archive, Archive.Status.FAILED, f"Reading failed {attempts} times: {why}")
    else:
        archive.status = Archive.Status.READING
        archive.counts = {"attempts": attempts + 1}
    archive.save()
    return archive.status == Archive.Status.READING


def _locked(archive_id: UUID | str) -> Archive | None:
    """The archive, locked for this transaction; None if it is read, or somebody reads it."""
    free = Archive.objects.select_for_update(skip_locked=True, no_key=True)
    return free.filter(pk=archive_id, status__in=TO_READ).first()


@transaction.atomic
def _read(archive_id: UUID | str) -> None:
    """Check the file; then refuse it, report a dry run, or store what it holds."""
    archive = _locked(archive_id)
    if archive is None:
        return
    findings = Findings()
    with archive.file.open("rb") as file:
        opened = open_archive(file, bundle_facts, findings)
        tally = Tally()
        if opened:
            tally = check_archive(opened, findings, _reporter(archive_id, 0, CHECKED))
        _note_findings(archive, findings, opened, tally)
        if opened and not findings.errors and not archive.dry_run:
            store_archive(archive, opened, tally, _reporter(archive_id, CHECKED, STORED))
            archive.status, archive.progress = Archive.Status.JUDGING, STORED
        else:
            refused = Archive.Status.REJECTED if findings.errors else Archive.Status.SCORED
            _end(archive, refused, archive.reason)
            _drop_file(archive)
    archive.save()


def _note_findings(
    archive: Archive, findings: Findings, opened: OpenArchive | None, tally: Tally
) -> None:
    archive.problems = [asdict(problem) for problem in findings.problems]
    archive.problem_count = findings.total
    archive.counts |= counts_of(findings, opened, tally)
    archive.reason = verdict(findings, archive.dry_run)


def _finish(archive_id: UUID | str) -> None:
    """Judge and score the runs of a stored archive, then end it."""
    if not Archive.objects.filter(pk=archive_id, status=Archive.Status.JUDGING).exists():
        return
    waiting = list(Run.objects.filter(archive_id=archive_id, status=Run.Status.JUDGING))
    report = _reporter(archive_id, STORED, 1)
    for number, run in enumerate(waiting, start=1):
        finish_run(run.pk)
        report(number / len(waiting))
    _end_judged(archive_id)


@transaction.atomic
def _end_judged(archive_id: UUID | str) -> None:
    """End the archive once all its runs have ended."""
    archive = Archive.objects.select_for_update(no_key=True).get(pk=archive_id)
    runs = list(archive.runs.all())
    if archive.status != Archive.Status.JUDGING or not all(run.is_over for run in runs):
        return
    failed = [run for run in runs if run.status == Run.Status.FAILED]
    if failed:
        reason = f"{len(failed)} of {len(runs)} runs could not be scored: {failed[0].reason}"
        _end(archive, Archive.Status.FAILED, reason)
    else:
        episodes = archive.counts.get("episodes", 0)
        stored = f"{counted(episodes, 'episode')} in {counted(len(runs), 'run')}"
        reason = f"Stored and scored: {stored}."
        _end(archive, Archive.Status.SCORED, reason)
    _drop_file(archive)
    archive.save()


def _end(archive: Archive, status: str, reason: str) -> None:
    archive.status, archive.reason = status, reason
    archive.progress, archive.finished_at = 1, _now()


def _drop_file(archive: Archive) -> None:
    """Forget the upload and, once that is certain, delete it."""
    name, storage = archive.file.name, archive.file.storage
    archive.file = ""
    transaction.on_commit(lambda: storage.delete(name))


def _note_error(archive_id: UUID | str, error: Exception) -> None:
    unfinished = Archive.objects.exclude(finished_at__isnull=False)
    unfinished.filter(pk=archive_id).update(
        reason=f"{type(error).__name__}; it will be tried again.", touched_at=_now()
    )


def _reporter(archive_id: UUID | str, start: float, end: float) -> Any:
    """Tells the page how far a stage is; outside the transaction, which hides what it writes."""

    def report(share: float) -> None:
        cache.set(progress_key(archive_id), start + (end - start) * share, PROGRESS_SECONDS)

    return report


def _now() -> datetime:
    return timezone.now()
