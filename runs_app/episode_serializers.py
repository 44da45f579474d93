"""Episodes and the labels of their answers as the API sends them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from rest_framework.request import Request

from runs_app.domain.episode import EpisodeStatus, Usage, Verdict
from runs_app.domain.measures import counted_reward, passed
from runs_app.domain.scoring import FailureStage
from runs_app.models import Episode, JudgeLabel
from runs_app.queries import StepPage
from runs_app.step_serializers import LedgerJson, StepJson, ledger_json, step_page_json
from tasks_app.web.api_addresses import address


class EpisodeJson(TypedDict):
    """One attempt at one task, scored.

    `correct` and `strict` are null while the answer awaits a verdict. `units` and `budget` are in
    the agent's cost basis; units are null where the cost is unknown, a null budget is no cap.
    `over_step` is the number of the step at which the cost went over the budget. Over a meter
    bundle these are null, and `reward` (the one that counts: 0 for an agent's failure without one,
    null where it is missing), `passed`, `cost_usd`, `total_tokens`, `steps_total` and `seconds`
    are what is measured; `steps_total` is null where nobody counted.
    """

    id: UUID
    url: str
    run: str
    task_id: str
    family: str
    budget_label: str
    description: str
    repeat: int
    attempt: int
    status: EpisodeStatus
    abstained: bool
    steps_total: int | None
    reward: float | None
    passed: bool | None
    cost_usd: float | None
    total_tokens: int | None
    seconds: float | None
    units: float | None
    budget: float | None
    within_budget: bool | None
    over_step: int | None
    grounded: bool | None
    composite: int
    tier: str
    correct: bool | None
    strict: bool | None
    failure_stage: FailureStage | None


class JudgeLabelJson(TypedDict):
    """One verdict on the answer; `counts` tells whether the run is scored by it."""

    judge: str
    rubric: str
    verdict: Verdict
    rationale: str
    origin: JudgeLabel.Origin
    counts: bool
    created_at: datetime


class UsageJson(TypedDict):
    """Tokens as reported; cached ones are part of the input. Null is unknown, 0 is zero."""

    input_tokens: int | None
    cached_input_tokens: int | None
    cache_creation_tokens: int | None
    output_tokens: int | None
    requests: int | None
    total_tokens: int | None


class WorkspaceJson(TypedDict):
    """What the execution proxy is made of."""

    wall_seconds: float
    modified_files: int
    new_files: int


class EpisodeDetailJson(EpisodeJson):
    """An episode with its ledger (null over a meter bundle), its first steps, and every verdict on
    its answer."""

    bundle: str
    agent: str
    answer: str | None
    ledger: LedgerJson | None
    steps: list[StepJson]
    steps_next: str | None
    judge_labels: list[JudgeLabelJson]
    reported_units: float | None
    usage: UsageJson | None
    workspace: WorkspaceJson | None
    started_at: datetime | None
    finished_at: datetime | None


def episode_json(request: Request, episode: Episode) -> EpisodeJson:
    stage = episode.failure_stage
    return {
        "id": episode.pk,
        "url": address(request, "api-episode", episode.pk),
        "run": address(request, "api-run", episode.run_id),
        "task_id": episode.task_id,
        "family": episode.family,
        "budget_label": episode.run.budget_label,
        "description": episode.run.description,
        "repeat": episode.run.repeat,
        "attempt": episode.attempt,
        "status": EpisodeStatus(episode.status),
        "abstained": episode.abstained,
        "steps_total": episode.step_count,
        **_measures(episode),
        "units": episode.units,
        "budget": episode.budget,
        "within_budget": episode.within_budget,
        "over_step": episode.over_step,
        "grounded": episode.grounded,
        "composite": episode.composite,
        "tier": episode.tier,
        "correct": episode.correct,
        "strict": episode.strict,
        "failure_stage": FailureStage(stage) if stage else None,
    }


def _measures(episode: Episode) -> dict[str, Any]:
    metered = episode.run.is_metered
    status, reward, usage = episode.status, episode.reward, Usage(**(episode.usage or {}))
    return {
        "reward": counted_reward(status, reward) if metered else reward,
        "passed": passed(status, reward) if metered else None,
        "cost_usd": episode.cost_usd,
        "total_tokens": usage.all_tokens,
        "seconds": episode.seconds,
    }


def episode_detail_json(
    request: Request, episode: Episode, steps: StepPage, labels: Iterable[JudgeLabel]
) -> EpisodeDetailJson:
    page = step_page_json(request, episode, steps)
    return {
        **episode_json(request, episode),
        "bundle": str(episode.run.bundle),
        "agent": episode.run.agent.name,
        "answer": episode.answer,
        "ledger": ledger_json(steps),
        "steps": page["results"],
        "steps_next": page["next"],
        "judge_labels": [_label(label, episode.run.judge) for label in labels],
        "reported_units": episode.reported_units,
        "usage": _known(UsageJson, episode.usage),
        "workspace": _known(WorkspaceJson, episode.workspace),
        "started_at": episode.started_at,
        "finished_at": episode.finished_at,
    }


def _label(label: JudgeLabel, judge: str) -> JudgeLabelJson:
    return {
        "judge": label.judge,
        "rubric": label.rubric,
        "verdict": Verdict(label.verdict),
        "rationale": label.rationale,
        "origin": JudgeLabel.Origin(label.origin),
        "counts": label.origin == JudgeLabel.Origin.SITE and label.judge == judge,
        "created_at": label.created_at,
    }


def _known(shape: Any, stored: dict[str, Any] | None) -> Any:
    """The keys of ``shape`` out of what is stored."""
    return stored and {name: stored.get(name) for name in shape.__annotations__}
