"""From an even sample back to the population: each cell weighted by its size (post-stratified).

A drawn item of cell h stands for N_h / n_h episodes. Variances are those of simple random
sampling within each cell, divisor n_h - 1, with the finite-population correction (Cochran,
Sampling Techniques, 3rd ed., eq. 5.13 and 5A.4). Corrections by sensitivity and specificity
(Rogan and Gladen 1978) assume that people were sampled on the truth, while an audit is sampled on
the verdict: they would be wrong here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit_app.domain.cells import CellCount
from audit_app.domain.intervals import clopper_pearson, normal_quantity
from audit_app.domain.kappa import CERTAIN, Floats
from audit_app.domain.quantity import ONE_CLASS, Quantity, undefined

UNKNOWN_FRAME = "undefined: no frame of judged answers is known"
ALL_LABELLED = "no interval: every episode of the frame is labelled, so nothing is estimated"
ONE_LABEL = "no interval: a cell with a single label says nothing of its spread"


@dataclass(frozen=True)
class ErrorLimit:
    """Labels without a single error of the judge: its error rate may still be up to ``upper``.

    ``upper`` is the exact two-sided 95 % limit of 0 of ``labelled`` (Clopper-Pearson).
    """

    title: str
    labelled: int
    upper: float


@dataclass(frozen=True)
class PopulationEstimate:
    """What the sample says of the whole frame of ``population`` episodes.

    ``judge_rate`` is known, not estimated. ``limits`` has an entry for each cell, and each
    verdict over all cells, in which no error was found.
    """

    population: int
    judge_rate: Quantity
    human_rate: Quantity
    agreement: Quantity
    kappa: Quantity
    limits: tuple[ErrorLimit, ...]


def population_estimate(counts: Sequence[CellCount]) -> PopulationEstimate:
    """The estimates over all cells. Undefined where a cell that holds episodes has no label."""
    held = [count for count in counts if count.population]
    total = sum(count.population for count in held)
    if not held:
        return PopulationEstimate(0, *(undefined(UNKNOWN_FRAME),) * 4, limits=())
    judged = sum(count.population for count in held if count.cell.is_positive)
    judge, limits = Quantity(judged / total, total), error_limits(held)
    unseen = [count.cell.words for count in held if not count.labelled]
    if unseen:
        cells = f"{len(unseen)} of {len(held)} cells ({', '.join(unseen)})"
        found = undefined(f"undefined: no label in {cells}")
        return PopulationEstimate(total, judge, found, found, found, limits)
    weighted = _weighted(held)
    estimates = (weighted.human(), weighted.agreement(), weighted.kappa())
    return PopulationEstimate(total, judge, *estimates, limits)


def error_limits(counts: Sequence[CellCount]) -> tuple[ErrorLimit, ...]:
    """The exact upper limit of the judge's error rate wherever labels show no error."""
    groups = [(count.cell.title, [count]) for count in counts]
    for positive, title in ((True, "all positive verdicts"), (False, "all negative verdicts")):
        groups.append((title, [count for count in counts if count.cell.is_positive is positive]))
    limits = []
    for title, members in groups:
        labelled = sum(count.labelled for count in members)
        if labelled and not any(count.errors for count in members):
            limits.append(ErrorLimit(title, labelled, clopper_pearson(0, labelled)[1]))
    return tuple(limits)


@dataclass(frozen=True)
class _Weighted:
    """Cells as arrays: share of the population, human-positive rate, its variance, verdict;
    ``is_whole``: all of them are labelled in full."""

    weights: Floats
    rates: Floats
    variances: Floats
    positive: NDArray[np.bool_]
    labelled: int
    is_whole: bool

    @property
    def judge_rate(self) -> float:
        return float(self.weights[self.positive].sum())

    @property
    def human_rate(self) -> float:
        return float(self.weights @ self.rates)

    @property
    def agreed(self) -> float:
        return float(self.weights @ np.where(self.positive, self.rates, 1 - self.rates))

    @property
    def by_agreement(self) -> Floats:
        """How agreement moves with each cell's human-positive rate."""
        return np.where(self.positive, self.weights, -self.weights)

    def human(self) -> Quantity:
        return self._quantity(self.human_rate, self.weights, least=0)

    def agreement(self) -> Quantity:
        return self._quantity(self.agreed, self.by_agreement, least=0)

    def kappa(self) -> Quantity:
        """Kappa of the estimated population table; its variance by the delta method.

        With A the agreement, J and H the positive rates and E = J H + (1 - J)(1 - H):
        kappa = (A - E) / (1 - E), d kappa = dA / (1 - E) - dE (1 - A) / (1 - E)^2 and
        dE = (2 J - 1) dH.
        """
        judge, human, agreed = self.judge_rate, self.human_rate, self.agreed
        chance = judge * human + (1 - judge) * (1 - human)
        if chance >= CERTAIN:
            return undefined(ONE_CLASS, self.labelled)
        by_chance = (2 * judge - 1) * self.weights
        gradient = self.by_agreement / (1 - chance) - by_chance * (1 - agreed) / (1 - chance) ** 2
        return self._quantity((agreed - chance) / (1 - chance), gradient)

    def _quantity(self, value: float, gradient: Floats, least: float = -1) -> Quantity:
        # A rate that moves nothing adds nothing, however little is known of it.
        moving = gradient != 0
        variance = float(gradient[moving] ** 2 @ self.variances[moving])
        if not np.isfinite(variance):
            return Quantity(value, self.labelled, reason=ONE_LABEL)
        if self.is_whole:
            return Quantity(value, self.labelled, 0.0, reason=ALL_LABELLED)
        return normal_quantity(value, variance, self.labelled, least)


def _weighted(counts: Sequence[CellCount]) -> _Weighted:
    """Cells that all hold episodes and labels, as arrays."""
    sizes = np.array([count.population for count in counts], np.float64)
    labelled = np.array([count.labelled for count in counts], np.float64)
    rates = np.array([count.positive for count in counts]) / labelled
    return _Weighted(
        weights=sizes / sizes.sum(),
        rates=rates,
        variances=rate_variances(sizes, labelled, rates),
        positive=np.array([count.cell.is_positive for count in counts]),
        labelled=int(labelled.sum()),
        is_whole=bool((labelled == sizes).all()),
    )


def rate_variances(sizes: Floats, labelled: Floats, rates: Floats) -> Floats:
    """(1 - n / N) p (1 - p) / (n - 1) of each cell; 0 where all is labelled, else inf for n = 1."""
    unlabelled = 1 - labelled / sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.where(labelled > 1, rates * (1 - rates) / (labelled - 1), np.inf)
        return np.where(unlabelled > 0, unlabelled * spread, 0.0)
