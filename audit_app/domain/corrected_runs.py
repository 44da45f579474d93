"""The runs of an audit as people would have judged them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from audit_app.domain.cells import CellCount
from audit_app.domain.correction import (
    FIGURES,
    REPLICATES,
    AgentOutcomes,
    Resampled,
    correction,
    judged,
    resampled,
)
from audit_app.domain.quantity import Quantity, undefined
from tasks_app.domain.families import Group


@dataclass(frozen=True)
class AuditedOutcomes:
    """A run: all tasks of its bundle in one order, ``missing`` of them without a scored episode.

    ``title`` names the agent, and the budget label. ``lapsed``: why its verdicts are no longer
    those that were audited; blank where they are.
    """

    run_id: UUID
    title: str
    outcomes: AgentOutcomes
    missing: int = 0
    lapsed: str = ""


@dataclass(frozen=True)
class CorrectedRun:
    """``judged`` and corrected ``figures`` by name (see ``correction.FIGURES``)."""

    run_id: UUID
    title: str
    judged: Mapping[str, float]
    figures: Mapping[str, Quantity]


def corrected_runs(
    counts: Sequence[CellCount],
    runs: Sequence[AuditedOutcomes],
    groups: Mapping[str, Group],
    seed: int = 0,
    replicates: int = REPLICATES,
) -> tuple[CorrectedRun, ...]:
    """Correct every complete run, all by the same resampled labels and tasks."""
    if not runs:
        return ()
    sizes = {family: len(found) for family, found in runs[0].outcomes.items()}
    draws = resampled(counts, sizes, seed, replicates)
    return tuple(_corrected(counts, run, groups, draws) for run in runs)


def _corrected(
    counts: Sequence[CellCount],
    run: AuditedOutcomes,
    groups: Mapping[str, Group],
    draws: Resampled,
) -> CorrectedRun:
    reason = _why_not(run)
    if reason:
        figures: Mapping[str, Quantity] = dict.fromkeys(FIGURES, undefined(reason))
    else:
        figures = correction(counts, run.outcomes, groups, draws).figures
    return CorrectedRun(run.run_id, run.title, judged(run.outcomes, groups), figures)


def _why_not(run: AuditedOutcomes) -> str:
    if run.lapsed:
        return f"undefined: {run.lapsed}"
    if run.missing:
        return f"undefined: tasks without a scored episode: {run.missing}"
    return ""
