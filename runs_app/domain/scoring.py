"""Strict success and failure stage of one episode (EcoAgent-Bench, sections 4 and 10)."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Track, Verdict
from runs_app.domain.ledger import exceeds, price_steps
from runs_app.domain.workspace import execution_proxy
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.families import MODEL_TIER_FAMILIES, Decision, Family
from tasks_app.domain.prices import COMPOSITE_ACTIONS, TERMINAL_ACTIONS, Action, Tier
from tasks_app.domain.task_spec import TaskSpec

SCORING_VERSION = "1"
"""Raised, with a line in CHANGELOG.md, whenever the same episode may score differently."""


class FailureStage(StrEnum):
    BUDGET = "budget"
    SELECTION = "selection"
    EXECUTION = "execution"


@dataclass(frozen=True)
class Attempt:
    """The facts of a scored episode that its failure stage depends on."""

    decision: Decision
    correct: bool
    grounded: bool
    within_budget: bool
    abstained: bool = False
    composite: int = 0
    tier: str | None = None

    @property
    def strict(self) -> bool:
        return self.correct and self.grounded and self.within_budget


@dataclass(frozen=True)
class EpisodeScore:
    """What scoring found. ``correct`` and ``strict`` are None while nobody has judged the answer.

    ``units`` and ``budget`` are in the agent's cost basis: ledger units, or the execution proxy
    and its cap on the workspace track. Units are None where the proxy is unknown (an attempt that
    left no measurements); such an attempt is not within budget. A budget of None is no cap.
    """

    units: float | None
    budget: float | None
    within_budget: bool
    over_step: int | None
    grounded: bool
    composite: int
    tier: str | None
    correct: bool | None
    strict: bool | None
    failure_stage: FailureStage | None


def is_grounded(record: EpisodeRecord, task: TaskSpec) -> bool:
    """Whether a document of the task was observed before the answer.

    Model-tier families have their evidence in context and always pass.
    """
    if task.family in MODEL_TIER_FAMILIES:
        return True
    documents = {document.doc_id for document in task.documents}
    before = takewhile(lambda step: step.action not in TERMINAL_ACTIONS, record.steps)
    return any(documents.intersection(step.evidence) for step in before)


def correctness(record: EpisodeRecord, family: Family, verdict: Verdict | None) -> bool | None:
    """Correct, incorrect, or None while an answer awaits a readable verdict.

    A stop-loss task is correct only by abstaining; an answerable one never by abstaining.
    """
    if record.status is not EpisodeStatus.COMPLETED:
        return None if record.status is EpisodeStatus.INFRASTRUCTURE_ERROR else False
    if family is Family.STOP:
        return record.abstained
    if record.abstained or not (record.answer or "").strip():
        return False
    if verdict is None or verdict is Verdict.UNREADABLE:
        return None
    return verdict is Verdict.CORRECT


def rests_on_verdict(
    status: EpisodeStatus, family: str, abstained: bool, correct: bool | None
) -> bool:
    """Whether a judge decided ``correctness``, and not an abstention, an error or the family.

    Blank answers, which nobody judges and nobody confirms, count as judged incorrect.
    """
    answered = status is EpisodeStatus.COMPLETED and not abstained
    return answered and correct is not None and family != Family.STOP


def followed_decision(attempt: Attempt) -> bool:
    """Whether the class of actions that the task's decision calls for was followed."""
    match attempt.decision:
        case Decision.ESCALATE:
            return attempt.composite > 0
        case Decision.CHEAP:
            return attempt.composite == 0
        case Decision.STOP:
            return attempt.abstained
        case Decision.FAST:
            return attempt.tier != Tier.FRONTIER
        case Decision.FRONTIER:
            return attempt.tier != Tier.FAST


def failure_stage(attempt: Attempt) -> FailureStage | None:
    """The first stage that explains a non-strict episode; None for a strict one.

    Ours, from EcoAgent-Bench section 10: ``budget`` (right but too dear), ``selection`` (the
    wrong class of actions, or no evidence), ``execution`` (right path, wrong answer).
    """
    if attempt.strict:
        return None
    if attempt.correct and attempt.grounded:
        return FailureStage.BUDGET
    if not attempt.grounded or not followed_decision(attempt):
        return FailureStage.SELECTION
    return FailureStage.EXECUTION


def score_episode(
    record: EpisodeRecord, task: TaskSpec, bundle: BundleSpec, track: Track, verdict: Verdict | None
) -> EpisodeScore:
    """Score one episode under its bundle's prices and budgets."""
    units, budget, over_step = _cost(record, task, bundle, track)
    correct = correctness(record, task.family, verdict)
    attempt = Attempt(
        decision=task.oracle.decision,
        correct=bool(correct),
        grounded=is_grounded(record, task),
        within_budget=units is not None and (budget is None or not exceeds(units, budget)),
        abstained=record.abstained,
        composite=sum(step.action in COMPOSITE_ACTIONS for step in record.steps),
        tier=_last_tier(record),
    )
    return EpisodeScore(
        units=units,
        budget=budget,
        within_budget=attempt.within_budget,
        over_step=over_step,
        grounded=attempt.grounded,
        composite=attempt.composite,
        tier=attempt.tier,
        correct=correct,
        strict=None if correct is None else attempt.strict,
        failure_stage=None if correct is None else failure_stage(attempt),
    )


def _cost(
    record: EpisodeRecord, task: TaskSpec, bundle: BundleSpec, track: Track
) -> tuple[float | None, float | None, int | None]:
    """(cost, budget, step that went over) in the track's cost basis."""
    if track is Track.WORKSPACE:
        proxy = execution_proxy(record.workspace) if record.workspace else None
        return proxy, bundle.proxy_cap, None
    budget = bundle.families[task.family].budget(record.budget_label)
    ledger = price_steps(((s.action, s.tier) for s in record.steps), bundle.prices, budget)
    return ledger.total, budget, ledger.over_step


def _last_tier(record: EpisodeRecord) -> str | None:
    """The tier whose output the answer rests on: that of the last model call."""
    tiers = [step.tier for step in record.steps if step.action == Action.RUN_MODEL]
    return tiers[-1] if tiers else None
