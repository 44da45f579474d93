"""Reads of runs."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from runs_app.models import Run
from runs_app.queries.visibility import visible_to

UNFINISHED = (Run.Status.QUEUED, Run.Status.RUNNING, Run.Status.JUDGING)
LONGEST_DOUBLING = 6  # resumptions after which the pause between two grows no more


@dataclass(frozen=True)
class Progress:
    """How far a run is: a status word, tasks done of all, and why it ended if it did."""

    status: str
    episodes_done: int
    tasks_total: int
    is_over: bool
    reason: str

    @property
    def share(self) -> float:
        """Share of the tasks done, 0 to 1."""
        return self.episodes_done / self.tasks_total if self.tasks_total else 1.0


def visible_runs(user: Any) -> QuerySet[Run]:
    """The runs that ``user`` may see, newest first, with agent, bundle and owner loaded."""
    runs = Run.objects.filter(visible_to(user))
    return runs.select_related("agent", "bundle", "owner").defer("bundle__manifest", "task_ids")


def run_progress(run_id: UUID) -> Progress:
    """Progress of one run; raises Run.DoesNotExist."""
    run = Run.objects.get(pk=run_id)
    return Progress(run.status, run.episodes_done, run.tasks_total, run.is_over, run.reason)


def unfinished_runs(stale_seconds: float) -> tuple[UUID, ...]:
    """Runs on which nothing has happened for so long, oldest first.

    The pause doubles with each resumption in a row, so that runs that merely wait in a long
    queue are not put into it again and again.
    """
    now = timezone.now()
    waiting = Run.objects.filter(status__in=UNFINISHED).order_by("created_at")
    return tuple(
        pk
        for pk, touched_at, resumptions in waiting.values_list("pk", "touched_at", "resumptions")
        if now - touched_at
        >= timedelta(seconds=stale_seconds * 2 ** min(resumptions, LONGEST_DOUBLING))
    )
