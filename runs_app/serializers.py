"""Runs as the API sends them: allow-lists of values, typed. Nothing of the oracle is near."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from rest_framework.request import Request

from runs_app.domain.episode import CompositeMode, CostBasis, Track
from runs_app.models import Agent, Run, Visibility
from runs_app.queries import MeterTally, Tally
from runs_app.queries.boards import agent_spec
from runs_app.queries.meter_summaries import Total
from tasks_app.domain.families import BudgetLabel
from tasks_app.web.api_addresses import address


class AgentJson(TypedDict):
    """The ranked unit: model, scaffold, prompt and settings. An oracle control is never ranked."""

    agent: str
    model: str
    scaffold: str
    track: Track
    composite_mode: CompositeMode
    cost_basis: CostBasis
    is_control: bool


class ScoresJson(TypedDict):
    """Counts of tasks by their latest attempt that is not an infrastructure error.

    `judged` have a verdict or need none; `lenient` are correct whatever was spent. `mean_units`
    is in the agent's cost basis, null where no cost is known.
    """

    attempted: int
    judged: int
    strict: int
    lenient: int
    within_budget: int
    abstained: int
    mean_units: float | None


class MeasureJson(TypedDict):
    """A sum over the tasks for which it is known, and how many those are."""

    total: float
    known: int


class MeasuresJson(TypedDict):
    """Counts of tasks by their latest attempt that is not an infrastructure error.

    `graded` have a reward that counts, `passed` one of 1; `mean_reward` is null where none is
    graded. A sum is over all `attempted` tasks only where `known` equals them: unknown is not 0.
    """

    attempted: int
    graded: int
    passed: int
    mean_reward: float | None
    tokens: MeasureJson
    usd: MeasureJson
    steps: MeasureJson
    seconds: MeasureJson


class RunJson(AgentJson):
    """One agent over one bundle at one budget label. `owner` is null for the site's own runs.

    A run over a meter bundle, which has no budgets, has a null `budget_label` and `scores`, and
    instead a `description`, a `repeat` and `measures`, which are null or 1 for others.
    `progress` is the share of tasks done, 0 to 1; `reason` says why an ended run ended as it did.
    """

    id: UUID
    url: str
    episodes: str
    bundle: str
    bundle_tasks: int
    owner: str | None
    archive: str | None
    visibility: Visibility
    budget_label: BudgetLabel | None
    description: str | None
    repeat: int
    status: Run.Status
    reason: str
    progress: float
    episodes_done: int
    tasks_total: int
    judge: str
    scoring_version: str
    scores_digest: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    scores: ScoresJson | None
    measures: MeasuresJson | None


class FailureCountsJson(TypedDict):
    """Non-strict episodes by the first stage that explains them."""

    budget: int
    selection: int
    execution: int


class RunDetailJson(RunJson):
    """A run with its scores by family and its failures by stage (null over a meter bundle)."""

    families: dict[str, ScoresJson] | None
    failures: FailureCountsJson | None


def agent_json(agent: Agent) -> AgentJson:
    spec = agent_spec(agent)
    return {
        "agent": spec.name,
        "model": spec.model,
        "scaffold": spec.scaffold,
        "track": spec.track,
        "composite_mode": spec.composite_mode,
        "cost_basis": spec.cost_basis,
        "is_control": spec.is_control,
    }


def run_json(request: Request, run: Run, tally: Tally | MeterTally) -> RunJson:
    metered = isinstance(tally, MeterTally)
    return {
        "id": run.pk,
        "url": address(request, "api-run", run.pk),
        "episodes": address(request, "api-episodes", run.pk),
        "bundle": str(run.bundle),
        "bundle_tasks": run.bundle.task_count,
        **agent_json(run.agent),
        "cost_basis": CostBasis.USD if metered else agent_spec(run.agent).cost_basis,
        "owner": run.owner.username if run.owner else None,
        "archive": address(request, "api-archive", run.archive_id) if run.archive_id else None,
        "visibility": Visibility(run.visibility),
        "budget_label": BudgetLabel(run.budget_label) if run.budget_label else None,
        "description": run.description or None,
        "repeat": run.repeat,
        "status": Run.Status(run.status),
        "reason": run.reason,
        "progress": run.episodes_done / run.tasks_total if run.tasks_total else 1.0,
        "episodes_done": run.episodes_done,
        "tasks_total": run.tasks_total,
        "judge": run.judge,
        "scoring_version": run.scoring_version,
        "scores_digest": run.scores_digest,
        "created_at": run.created_at,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "scores": scores_json(tally) if isinstance(tally, Tally) else None,
        "measures": measures_json(tally) if isinstance(tally, MeterTally) else None,
    }


def run_detail_json(
    request: Request, run: Run, tallies: Mapping[str, Tally], failures: Mapping[str, int]
) -> RunDetailJson:
    return {
        **run_json(request, run, sum(tallies.values(), Tally())),
        "families": {family: scores_json(tally) for family, tally in tallies.items()},
        "failures": {
            "budget": failures.get("budget", 0),
            "selection": failures.get("selection", 0),
            "execution": failures.get("execution", 0),
        },
    }


def metered_run_detail_json(request: Request, run: Run, tally: MeterTally) -> RunDetailJson:
    return {**run_json(request, run, tally), "families": None, "failures": None}


def measures_json(tally: MeterTally) -> MeasuresJson:
    return {
        "attempted": tally.attempted,
        "graded": tally.graded,
        "passed": tally.passed,
        "mean_reward": tally.mean_reward,
        "tokens": _measure(tally.tokens),
        "usd": _measure(tally.usd),
        "steps": _measure(tally.steps),
        "seconds": _measure(tally.seconds),
    }


def _measure(total: Total) -> MeasureJson:
    return {"total": total.total, "known": total.known}


def scores_json(tally: Tally) -> ScoresJson:
    return {
        "attempted": tally.attempted,
        "judged": tally.judged,
        "strict": tally.strict,
        "lenient": tally.lenient,
        "within_budget": tally.within_budget,
        "abstained": tally.abstained,
        "mean_units": tally.mean_units,
    }
