"""Reads of runs."""

from collections.abc import Collection
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

    title: str
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


def run_progress(run_id: UUID | str) -> Progress:
    """Progress of one run; raises Run.DoesNotExist."""
    return _progress(Run.objects.select_related("agent").get(pk=run_id))


def runs_progress(run_ids: Collection[UUID]) -> tuple[Progress, ...]:
    """Progress of runs that were opened together, oldest first."""
    runs = Run.objects.filter(pk__in=run_ids).select_related("agent").order_by("created_at", "pk")
    return tuple(map(_progress, runs))


def site_runs(bundle_id: int) -> dict[tuple[str, str], UUID]:
    """The site's runs over a whole bundle that are scored or on their way: the newest by
    (identity of the agent, budget label)."""
    runs = Run.objects.filter(
        bundle_id=bundle_id,
        owner=None,
        archive=None,
        task_ids__isnull=True,
        status__in=(*UNFINISHED, Run.Status.SCORED),
    )
    in_order = runs.order_by("created_at", "pk")
    rows = in_order.values_list("agent__identity", "budget_label", "pk")
    return {(identity, label): pk for identity, label, pk in rows}


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


def _progress(run: Run) -> Progress:
    return Progress(
        title=f"{run.agent.name} ({run.budget_label})",
        status=run.status,
        episodes_done=run.episodes_done,
        tasks_total=run.tasks_total,
        is_over=run.is_over,
        reason=run.reason,
    )
