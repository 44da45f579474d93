"""Executing runs chunk by chunk: each in one transaction, each episode exactly once.

The row lock of a chunk says that somebody works on it. A killed worker's transaction rolls back
and frees the lock, so whoever comes next starts the chunk afresh; a job that finds the lock held
or the chunk done has nothing to do. How often a chunk was begun is committed before it starts,
so that one which takes its worker down with it ends its run instead of looping for ever.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from runs_app.actions.episodes import store_episodes
from runs_app.actions.runs import fail_run
from runs_app.domain.execution import run_episode
from runs_app.domain.roster import SITE_AGENTS
from runs_app.models import Chunk, Run
from tasks_app.queries import bundle_spec, task_families, task_specs

MOST_ATTEMPTS = 5
EXECUTABLE = (Run.Status.QUEUED, Run.Status.RUNNING)


def unfinished_chunks(run_id: UUID | str) -> tuple[int, ...]:
    """Numbers of the chunks of a run that are still to be executed."""
    chunks = Chunk.objects.filter(run_id=run_id, done=False, run__status__in=EXECUTABLE)
    return tuple(chunks.order_by("number").values_list("number", flat=True))


def execute_chunk(run_id: UUID | str, number: int) -> bool:
    """Execute one chunk; False where there was nothing to do, or somebody else is at it."""
    if not _begin(run_id, number):
        return False
    try:
        with transaction.atomic():
            chunk = _locked(run_id, number)
            return chunk is not None and _execute(chunk)
    except Exception as error:
        # Its message stays in the worker's log: evaluator code may quote the oracle in it.
        reason = f"{type(error).__name__} (its worker's log has the message)"
        Chunk.objects.filter(run_id=run_id, number=number).update(reason=reason)
        raise


@transaction.atomic
def _begin(run_id: UUID | str, number: int) -> bool:
    """Count the attempt, or end the run where there were too many."""
    chunk = _locked(run_id, number)
    if chunk is None:
        return False
    if chunk.attempts >= MOST_ATTEMPTS:
        why = chunk.reason or "its worker was lost each time"
        fail_run(run_id, f"Chunk {number} failed {chunk.attempts} times; the last time: {why}.")
        return False
    now = timezone.now()
    Chunk.objects.filter(pk=chunk.pk).update(attempts=F("attempts") + 1)
    Run.objects.filter(pk=run_id, status=Run.Status.QUEUED).update(
        status=Run.Status.RUNNING, started_at=now, touched_at=now
    )
    return True


def _locked(run_id: UUID | str, number: int) -> Chunk | None:
    """The chunk, locked for this transaction; None if done, locked elsewhere, or its run over."""
    free = Chunk.objects.select_for_update(skip_locked=True, of=("self",))
    chunk = free.filter(run_id=run_id, number=number, done=False).select_related("run__agent")
    return chunk.filter(run__status__in=EXECUTABLE).first()


def _execute(chunk: Chunk) -> bool:
    run = chunk.run
    bundle, tasks = bundle_spec(run.bundle_id), task_specs(run.bundle_id)
    agent = SITE_AGENTS[run.agent.name]
    records = (
        run_episode(tasks[task_id], bundle, agent, run.budget_label) for task_id in chunk.task_ids
    )
    stored = store_episodes(run.pk, records, task_families(run.bundle_id))
    Chunk.objects.filter(pk=chunk.pk).update(done=True)
    # Last, so that chunks of one run that execute side by side wait for each other only here.
    Run.objects.filter(pk=run.pk).update(
        episodes_done=F("episodes_done") + stored, resumptions=0, touched_at=timezone.now()
    )
    return True
