"""What the boards are made of, as plain values that are quick for hundreds of thousands of rows."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Q

from runs_app.domain.episode import AgentSpec, CompositeMode, EpisodeStatus, Track
from runs_app.models import Agent, Episode, Run, Visibility


@dataclass(frozen=True)
class BoardRun:
    """A public scored run. ``owner`` is a user name, None for the site's own agents."""

    run_id: UUID
    agent_id: int
    spec: AgentSpec
    owner: str | None
    budget_label: str
    created_at: datetime
    finished_at: datetime | None
    judge: str
    scoring_version: str
    scores_digest: str
    archive_id: UUID | None


class RunOutcome(NamedTuple):
    """One attempt of a run as scored; ``correct`` is None while it awaits a verdict.

    Costs are in the agent's cost basis; ``composite`` and ``step_count`` are counts;
    ``failure_stage`` is blank where there is none.
    """

    run_id: UUID
    task_id: str
    attempt: int
    status: str
    family: str
    units: float | None
    budget: float | None
    within_budget: bool | None
    grounded: bool | None
    correct: bool | None
    abstained: bool
    composite: int
    step_count: int
    failure_stage: str


def board_runs(bundle_id: int) -> tuple[BoardRun, ...]:
    """The public scored runs of a bundle, oldest first."""
    runs = Run.objects.filter(
        bundle_id=bundle_id, status=Run.Status.SCORED, visibility=Visibility.PUBLIC
    )
    return tuple(
        BoardRun(**board_run_values(run))
        for run in runs.select_related("agent", "owner").order_by("created_at", "pk")
    )


def run_outcomes(run_ids: Collection[UUID]) -> Iterator[RunOutcome]:
    """The scored attempts of runs, in order of run, task and attempt; streamed."""
    rows = Episode.objects.filter(run_id__in=run_ids).order_by("run_id", "task_id", "attempt")
    fields = rows.values_list(*RunOutcome._fields)
    return (RunOutcome._make(row) for row in fields.iterator(chunk_size=5000))


def episode_ids(
    run_ids: Collection[UUID], task_ids: Collection[str] | None = None
) -> dict[tuple[UUID, str], UUID]:
    """(run, task) -> id of the episode that counts: the latest attempt that was no infrastructure
    error, if there is one; of some tasks or of all; one query."""
    happened = ExpressionWrapper(
        ~Q(status=EpisodeStatus.INFRASTRUCTURE_ERROR), output_field=BooleanField()
    )
    rows = Episode.objects.filter(run_id__in=run_ids).order_by(happened, "attempt")
    rows = rows if task_ids is None else rows.filter(task_id__in=task_ids)
    return {(run, task): pk for run, task, pk in rows.values_list("run_id", "task_id", "pk")}


def agent_spec(agent: Agent) -> AgentSpec:
    """The stored agent as a domain value."""
    return AgentSpec(
        name=agent.name,
        track=Track(agent.track),
        model=agent.model,
        scaffold=agent.scaffold,
        prompt=agent.prompt,
        composite_mode=CompositeMode(agent.composite_mode),
        url=agent.url,
    )


def board_run_values(run: Run) -> dict[str, Any]:
    """The fields of a ``BoardRun`` by name."""
    return {
        "run_id": run.pk,
        "agent_id": run.agent_id,
        "spec": agent_spec(run.agent),
        "owner": run.owner.username if run.owner else None,
        "budget_label": run.budget_label,
        "created_at": run.created_at,
        "finished_at": run.finished_at,
        "judge": run.judge,
        "scoring_version": run.scoring_version,
        "scores_digest": run.scores_digest,
        "archive_id": run.archive_id,
    }
