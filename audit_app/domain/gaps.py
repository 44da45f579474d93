"""How much more often the judge than people calls an agent's answers correct.

A gap that differs between agents bends their order; a common one only shifts all of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit_app.domain.audited import AuditedItem, compared
from audit_app.domain.cells import Cell, CellCount
from audit_app.domain.estimates import ONE_LABEL, UNKNOWN_FRAME
from audit_app.domain.intervals import clopper_pearson, normal_quantity
from audit_app.domain.kappa import Floats
from audit_app.domain.quantity import Quantity, undefined

NO_CONTRADICTION = "no standard error: nobody contradicts the judge here; the ends are exact limits"


@dataclass(frozen=True)
class AgentGap:
    """``judge_positive`` and ``human_positive`` count an agent's ``items`` with both decisions.

    ``gap`` is the judge's positive rate minus people's among the agent's episodes of the frame:
    the sample is even over verdicts and they are not, so each item counts for N_h / n_h.
    """

    agent: str
    items: int
    judge_positive: int
    human_positive: int
    gap: Quantity


def agent_gaps(items: Iterable[AuditedItem], counts: Sequence[CellCount]) -> tuple[AgentGap, ...]:
    """The gap of each agent with an item that has both decisions, by name."""
    labelled = compared(items)
    known = {count.cell: count for count in counts if count.population}
    by_agent: dict[str, list[AuditedItem]] = {}
    for item in labelled:
        by_agent.setdefault(item.agent, []).append(item)
    sampled = _Sampled.of([item for item in labelled if item.cell in known], known)
    return tuple(_agent_gap(agent, by_agent[agent], sampled) for agent in sorted(by_agent))


@dataclass(frozen=True)
class _Sampled:
    """Labelled items as arrays: agent, cell, weight and judge minus human; and of each cell the
    labelled and the unlabelled share."""

    agents: NDArray[np.str_]
    cells: NDArray[np.int64]
    weights: Floats
    differences: Floats
    labelled: Floats
    unlabelled: Floats

    @classmethod
    def of(cls, items: Sequence[AuditedItem], known: dict[Cell, CellCount]) -> "_Sampled":
        index = {cell: position for position, cell in enumerate(known)}
        labelled = np.array([count.labelled for count in known.values()], np.float64)
        sizes = np.array([count.population for count in known.values()], np.float64)
        cells = np.array([index[item.cell] for item in items], np.int64)
        differences = [float(bool(item.judge)) - float(bool(item.human)) for item in items]
        return cls(
            agents=np.array([item.agent for item in items], np.str_),
            cells=cells,
            weights=(sizes / np.maximum(labelled, 1))[cells],
            differences=np.array(differences, np.float64),
            labelled=labelled,
            unlabelled=1 - labelled / np.maximum(sizes, 1),
        )

    def gap(self, agent: str) -> Quantity:
        """A ratio of weighted sums over a part of the sample; its variance by linearisation.

        Source: Cochran, Sampling Techniques, 3rd ed., section 5A.14 (domains of study).
        """
        mine = self.agents == agent
        n = int(mine.sum())
        if not n:
            return undefined(UNKNOWN_FRAME)
        weights = np.where(mine, self.weights, 0.0)
        value = float(weights @ self.differences / weights.sum())
        if not self.differences[mine].any():
            limit = clopper_pearson(0, n)[1]
            return Quantity(0.0, n, None, -limit, limit, NO_CONTRADICTION)
        variance = self._variance(weights * (self.differences - value) / weights.sum())
        if not np.isfinite(variance):
            return Quantity(value, n, reason=ONE_LABEL)
        return normal_quantity(value, variance, n)

    def _variance(self, parts: Floats) -> float:
        """Of the sum of ``parts``, drawn within cells: (1 - f) n / (n - 1) sum (z - mean)^2."""
        size = len(self.labelled)
        sums = np.bincount(self.cells, parts, size)
        squares = np.bincount(self.cells, parts**2, size) - sums**2 / np.maximum(self.labelled, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = self.labelled / (self.labelled - 1) * squares
        spread = np.where(self.labelled > 1, spread, np.where(sums == 0, 0.0, np.inf))
        counts = self.unlabelled > 0
        return float((self.unlabelled[counts] * spread[counts]).sum())


def _agent_gap(agent: str, mine: Sequence[AuditedItem], sampled: _Sampled) -> AgentGap:
    return AgentGap(
        agent,
        len(mine),
        sum(bool(item.judge) for item in mine),
        sum(bool(item.human) for item in mine),
        sampled.gap(agent),
    )
