"""Whether fewer tasks put configurations into the order that all tasks put them into.

A core is compared with Full by AMS under the one calibration, and with random subsets that take
as many tasks of each stratum. AgentMeter (arXiv 2606.21140v2), validation of Core.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.intervals import NO_INTERVAL, Interval, percentile_intervals
from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.meter.ams import Weights, ams, ams_of_grid
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.numbers import DECIMALS, settled
from leaderboard_app.domain.meter.rank_agreement import Agreements, agreements
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import TaskValues, task_values
from leaderboard_app.domain.resampling import Floats

SUBSETS = 10_000
"""Random subsets that Core is compared with."""

MOST_SIZES = 12
"""How many sizes of smaller cores are tried."""

TOO_FEW = "It takes two configurations with an AMS to compare orders."
ALL_EQUAL = "All configurations have the same AMS."

Permutations = Mapping[Stratum, NDArray[np.intp]]
"""Subsets x tasks of the stratum: the place that a task has in a random order of them."""


@dataclass(frozen=True, eq=False)
class FullOrder:
    """What configurations, all complete and priced, made of each task of Full, and their AMS."""

    task_ids: tuple[str, ...]
    values: TaskValues
    scores: Floats

    def scores_under(self, weights: Weights) -> Floats:
        """AMS of each configuration in each weighting of the tasks."""
        return np.asarray(np.round(ams(self.values, weights), DECIMALS))


@dataclass(frozen=True)
class Expected:
    """What random subsets of the same size make of one kind of agreement.

    ``mean`` with the ``interval`` that holds 95 % of them, over the ``mean.n`` subsets in which it
    is defined; ``percentile`` (0 to 100): the share of them that agree less, equal ones by half.
    """

    mean: Number
    interval: Interval
    percentile: Number


@dataclass(frozen=True)
class SubsetAgreement:
    """How the order by some tasks agrees with the order by all; ``n`` counts configurations."""

    task_ids: tuple[str, ...]
    spearman: Number
    kendall: Number
    largest_shift: Number
    random_spearman: Expected
    random_kendall: Expected


def full_order(episodes: MeterEpisodes, calibration: Calibration) -> FullOrder:
    """The order by all tasks of ``episodes``, whose configurations all have an AMS."""
    values = task_values(episodes, calibration)
    return FullOrder(episodes.task_ids, values, np.round(ams_of_grid(values), DECIMALS))


def permutations(order: FullOrder, seed: int, subsets: int = SUBSETS) -> Permutations:
    """Random orders of each stratum's tasks: the first k of them are a random subset of k tasks,
    and so the subsets of different sizes lie within each other."""
    generator = np.random.Generator(np.random.PCG64(seed))
    return {
        name: generator.random((subsets, len(columns))).argsort(axis=1)
        for name, columns in order.values.columns.items()
    }


def subset_agreement(
    order: FullOrder, chosen: Collection[str], random: Permutations
) -> SubsetAgreement:
    """Agreement of the tasks ``chosen`` (some of each stratum) with Full, and its place among the
    random subsets that have as many tasks of each stratum."""
    wanted = set(chosen)
    own = {
        name: np.array([[order.task_ids[place] in wanted for place in columns]], np.float64)
        for name, columns in order.values.columns.items()
    }
    sizes = {name: int(weights.sum()) for name, weights in own.items()}
    mine = agreements(order.scores, order.scores_under(own))
    others = agreements(order.scores, order.scores_under(_of_size(random, sizes)))
    return SubsetAgreement(
        task_ids=tuple(task for task in order.task_ids if task in wanted),
        spearman=_number(mine.spearman[0], order),
        kendall=_number(mine.kendall[0], order),
        largest_shift=_shift(mine, order),
        random_spearman=_expected(mine.spearman[0], others.spearman),
        random_kendall=_expected(mine.kendall[0], others.kendall),
    )


def smaller_sizes(calibration: Calibration) -> tuple[int, ...]:
    """Tasks per stratum of the smaller cores that are tried: at most MOST_SIZES, evenly spaced,
    from 1 to one less than the smallest stratum has."""
    largest = min(stratum.tasks for stratum in calibration.strata.values()) - 1
    if largest < 1:
        return ()
    spaced: Iterable[float] = np.linspace(1, largest, min(MOST_SIZES, largest))
    return tuple(sorted({round(size) for size in spaced}))


def _of_size(random: Permutations, sizes: Mapping[Stratum, int]) -> Weights:
    return {name: (found < sizes[name]).astype(np.uint8) for name, found in random.items()}


def _number(value: float, order: FullOrder) -> Number:
    count = len(order.scores)
    if np.isnan(value):
        return Number(None, count, TOO_FEW if count < 2 else ALL_EQUAL)
    return Number(settled(value), count)


def _shift(mine: Agreements, order: FullOrder) -> Number:
    count = len(order.scores)
    return Number(float(mine.shift[0]), count) if count > 1 else Number(None, count, TOO_FEW)


def _expected(mine: float, others: Floats) -> Expected:
    known = np.sort(np.round(others[~np.isnan(others)], DECIMALS))
    if not len(known):
        unknown = Number(None, 0, "No random subset tells configurations apart.")
        return Expected(unknown, NO_INTERVAL, unknown)
    mean = Number(settled(known.mean()), len(known))
    return Expected(mean, percentile_intervals(known[None, :])[0], _percentile(mine, known))


def _percentile(mine: float, known: Floats) -> Number:
    if np.isnan(mine):
        return Number(None, len(known), ALL_EQUAL)
    below, upto = (np.searchsorted(known, settled(mine), side) for side in ("left", "right"))
    return Number(settled(50 * (int(below) + int(upto)) / len(known)), len(known))
