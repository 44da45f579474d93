"""What each configuration made of each task: the three quantities that AMS is put together from."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import Column, MeterEpisodes, Truth
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.errors import NotComparable

PRICE_TOLERANCE = 1e-9
"""Relative: a cost that meets a budget or threshold to its last bits equals it."""

ByTask = NDArray[np.float64]
"""Configurations x tasks; NaN is undefined."""

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class TaskValues:
    """Means over the episodes of a task that count, each in [0, 1].

    ``reward``: R; ``budgeted``: mean over budgets of R * [C <= b]; ``expensive``: [R = 0 and
    C > tau]. Undefined without such an episode, the latter two also where a cost is unknown.
    ``columns``: places of a stratum's tasks.
    """

    reward: ByTask
    budgeted: ByTask
    expensive: ByTask
    columns: Mapping[Stratum, Places]
    parameters: Parameters


def task_values(episodes: MeterEpisodes, calibration: Calibration) -> TaskValues:
    """The values of each configuration on each task. NotComparable: a task not calibrated."""
    priced = np.where(episodes.unpriced, np.nan, 1.0)
    within = within_budgets(episodes, calibration).mean(axis=3)
    return TaskValues(
        reward=mean_over_repeats(episodes, episodes.reward),
        budgeted=mean_over_repeats(episodes, episodes.reward * within * priced),
        expensive=mean_over_repeats(episodes, expensive(episodes, calibration) * priced),
        columns=stratum_columns(episodes, calibration),
        parameters=calibration.parameters,
    )


def stratum_columns(episodes: MeterEpisodes, calibration: Calibration) -> Mapping[Stratum, Places]:
    """Places of the tasks of each stratum, in the order of the episodes."""
    strata = _strata(episodes, calibration)
    return {name: np.flatnonzero([one is name for one in strata]) for name in Stratum}


def within_budgets(episodes: MeterEpisodes, calibration: Calibration) -> Truth:
    """C <= b, for each budget of the task's stratum: configurations x tasks x repeats x budgets."""
    by_task = [calibration.strata[one].budgets for one in _strata(episodes, calibration)]
    size = len(calibration.parameters.budget_percentiles)
    budgets = np.array(by_task, np.float64).reshape(1, -1, 1, size)
    return np.asarray(episodes.cost[..., None] <= budgets * (1 + PRICE_TOLERANCE))


def expensive(episodes: MeterEpisodes, calibration: Calibration) -> Truth:
    """R = 0 and C > tau of the task's stratum; never without a threshold."""
    thresholds = np.array([_ceiling(calibration, one) for one in _strata(episodes, calibration)])
    dear = episodes.cost > thresholds.reshape(1, -1, 1) * (1 + PRICE_TOLERANCE)
    return np.asarray((episodes.reward == 0) & dear)


def mean_over_repeats(episodes: MeterEpisodes, values: Column | Truth) -> ByTask:
    """Mean over the episodes that count; NaN without one, or where one of them is NaN."""
    count = episodes.graded.sum(axis=2)
    total = np.where(episodes.graded, values, 0.0).sum(axis=2)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _ceiling(calibration: Calibration, stratum: Stratum) -> float:
    threshold = calibration.strata[stratum].threshold
    return np.inf if threshold is None else threshold


def _strata(episodes: MeterEpisodes, calibration: Calibration) -> list[Stratum]:
    unknown = [task for task in episodes.task_ids if task not in calibration.stratum_of]
    if unknown:
        raise NotComparable(f"The calibration does not know the task {unknown[0]}.")
    return [calibration.stratum_of[task] for task in episodes.task_ids]
