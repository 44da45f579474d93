"""An agent's success as people would have judged it (ours).

A verdict says of an answer only how probable it is that people call it correct: the human-positive
rate of its cell, family x verdict. Corrected accuracy is the mean of that over an agent's tasks,
the sum over cells of (cell's share in the agent's run) x (human-positive rate of the cell).
Correctness that no judge decided (abstentions, agent errors) stays as it is. Corrected strict
counts only episodes with evidence and within budget; it takes people to contradict the judge as
often there as elsewhere in the cell. Up, Save, Micro and Econ follow as on the board.

Intervals are 95 % percentiles of a bootstrap through both samples: the audit's labels within
cells, and the tasks within families.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from audit_app.domain.cells import Cell, CellCount
from audit_app.domain.intervals import LEVEL
from audit_app.domain.kappa import Floats
from audit_app.domain.label_resampling import rate_replicates
from audit_app.domain.quantity import Quantity, undefined
from runs_app.domain.episode import Verdict
from tasks_app.domain.families import Group

REPLICATES = 10_000
FIGURES = ("accuracy", "strict", "up", "save", "econ")


class Outcome(NamedTuple):
    """One task of an agent. ``verdict``: what the judge said, None where no judge decided;
    ``correct``: as scored; ``counts``: evidence was seen and the budget kept."""

    verdict: bool | None
    correct: bool
    counts: bool


AgentOutcomes = Mapping[str, Sequence[Outcome]]
"""By family, tasks in the same order for every agent."""


@dataclass(frozen=True)
class Correction:
    """The corrected FIGURES of one agent, shares of tasks; ``strict`` is Micro.

    All are undefined where a verdict's cell has no label. ``replicates`` are those of Econ, None
    where it is undefined: what orders are compared by.
    """

    figures: Mapping[str, Quantity]
    replicates: Floats | None = None

    @property
    def econ(self) -> Quantity:
        return self.figures["econ"]


@dataclass(frozen=True)
class Resampled:
    """What a bootstrap draws: rates of cells, and ``tasks[family]``, replicates x tasks, how often
    each task is drawn."""

    rates: Mapping[Cell, Floats]
    tasks: Mapping[str, Floats]


def resampled(
    counts: Sequence[CellCount], sizes: Mapping[str, int], seed: int, replicates: int = REPLICATES
) -> Resampled:
    """Draw labels within cells and tasks within families; ``sizes``: tasks per family."""
    generator = np.random.default_rng(seed)
    rates = rate_replicates(counts, generator, replicates)
    tasks = {
        family: generator.multinomial(size, np.full(size, 1 / size), replicates).astype(np.float64)
        for family, size in sorted(sizes.items())
        if size
    }
    return Resampled(rates, tasks)


def correction(
    counts: Sequence[CellCount],
    outcomes: AgentOutcomes,
    groups: Mapping[str, Group],
    draws: Resampled,
) -> Correction:
    """Correct one agent; every agent of a board must share ``draws``, so that orders are paired."""
    outcomes = {family: found for family, found in outcomes.items() if found}
    reason = _why_undefined(counts, outcomes)
    if reason:
        return Correction(dict.fromkeys(FIGURES, undefined(reason)))
    rates = {c.cell: np.array([c.positive / c.labelled]) for c in counts if c.labelled}
    once = {family: np.ones((1, len(found))) for family, found in outcomes.items()}
    values = _figures(outcomes, groups, Resampled(rates, once))
    samples = _figures(outcomes, groups, draws)
    tasks = sum(map(len, outcomes.values()))
    figures = {name: _quantity(values.get(name), samples.get(name), tasks) for name in FIGURES}
    return Correction(figures, samples.get("econ"))


def judged(outcomes: AgentOutcomes, groups: Mapping[str, Group]) -> dict[str, float]:
    """The same figures by the judge, whose verdicts then all count as they are."""
    outcomes = {family: found for family, found in outcomes.items() if found}
    rates = {Cell(family, Verdict.CORRECT): np.ones(1) for family in outcomes}
    once = {family: np.ones((1, len(found))) for family, found in outcomes.items()}
    figures = _figures(outcomes, groups, Resampled(rates, once)) if outcomes else {}
    return {name: float(values[0]) for name, values in figures.items()}


def _figures(
    outcomes: AgentOutcomes, groups: Mapping[str, Group], draws: Resampled
) -> dict[str, Floats]:
    """Every figure in each replicate; one of a group without tasks is left out."""
    successes = {family: _successes(family, found, draws) for family, found in outcomes.items()}
    accuracy = {family: found[0] for family, found in successes.items()}
    strict = {family: found[1] for family, found in successes.items()}
    figures = {"accuracy": _share(accuracy, outcomes), "strict": _share(strict, outcomes)}
    for group in Group:
        members = {family: found for family, found in outcomes.items() if groups[family] is group}
        if members:
            figures[group.value] = _share(strict, members)
    if {"up", "save"} <= figures.keys():
        figures["econ"] = np.minimum(figures["up"], figures["save"])
    return figures


def _successes(family: str, outcomes: Sequence[Outcome], draws: Resampled) -> tuple[Floats, Floats]:
    """Expected right answers and strict successes of a family in each replicate."""
    columns = np.array(
        [(*_kinds(found), *_kinds(found, found.counts)) for found in outcomes], float
    )
    totals = (draws.tasks[family] @ columns.reshape(len(outcomes), 6)).T
    positive, negative = (
        draws.rates.get(Cell(family, verdict), np.zeros(1))
        for verdict in (Verdict.CORRECT, Verdict.INCORRECT)
    )
    return (
        totals[0] + totals[1] * positive + totals[2] * negative,
        totals[3] + totals[4] * positive + totals[5] * negative,
    )


def _kinds(found: Outcome, is_kept: bool = True) -> tuple[bool, bool, bool]:
    """Whether a task is right without a judge, judged positive, judged negative."""
    return (
        is_kept and found.verdict is None and found.correct,
        is_kept and found.verdict is True,
        is_kept and found.verdict is False,
    )


def _share(successes: Mapping[str, Floats], members: AgentOutcomes) -> Floats:
    tasks = sum(map(len, members.values()))
    total: Floats = np.sum([successes[family] for family in members], axis=0)
    return total / tasks


def _quantity(value: Floats | None, samples: Floats | None, tasks: int) -> Quantity:
    if value is None or samples is None:
        return undefined("undefined: the bundle has no task of one of the groups")
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(samples, (tail, 1 - tail)).tolist()
    return Quantity(float(value[0]), tasks, float(samples.std(ddof=1)), low, high)


def _why_undefined(counts: Sequence[CellCount], outcomes: AgentOutcomes) -> str:
    labelled = {count.cell for count in counts if count.labelled}
    needed = {
        Cell(family, Verdict.CORRECT if outcome.verdict else Verdict.INCORRECT)
        for family, found in outcomes.items()
        for outcome in found
        if outcome.verdict is not None
    }
    unseen = sorted(cell.words for cell in needed - labelled)
    if unseen:
        return f"undefined: no label in {', '.join(unseen)}"
    return "" if outcomes else "undefined: there are no tasks"
