"""The jobs of runs_app: ids in, one action called. Each may run twice, late, or side by side."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from runs_app import actions, queries
from runs_app.actions import archives

STALE_SECONDS = 20
"""How long nothing must have happened before something counts as lost."""


@shared_task
def execute_run(*, run_id: str) -> None:
    """Enqueue what is left of a run, or finish it where nothing is."""
    chunks = actions.unfinished_chunks(run_id)
    for number in chunks:
        execute_chunk.delay(run_id=run_id, number=number)
    if not chunks:
        actions.finish_run(run_id)


@shared_task
def execute_chunk(*, run_id: str, number: int) -> None:
    """Execute one chunk; whoever executed the last one finishes the run."""
    actions.execute_chunk(run_id, number)
    actions.finish_run(run_id)


@shared_task
def judge_run(*, run_id: str, judge: str) -> None:
    """Judge stored answers anew and score by it."""
    actions.rejudge_run(run_id, judge)


@shared_task
def ingest_archive(*, archive_id: str) -> None:
    archives.ingest_archive(archive_id)


@shared_task(expires=STALE_SECONDS)  # a busy worker's queue is not filled up with these
def resume_unfinished(*, stale_seconds: float = STALE_SECONDS) -> None:
    """Put back in the queue whatever no worker has touched for so long."""
    for run_id in queries.unfinished_runs(stale_seconds):
        actions.note_resumption(run_id)
        execute_run.delay(run_id=str(run_id))
    for archive_id in queries.unfinished_archives(stale_seconds):
        ingest_archive.delay(archive_id=str(archive_id))


@worker_ready.connect
def resume_at_start(**_: Any) -> None:
    """A worker that starts takes up at once what one that was killed has left."""
    resume_unfinished.delay(stale_seconds=0)
