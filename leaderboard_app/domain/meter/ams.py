"""The AgentMeter Score of many weightings of tasks at once: points, replicates and subsets alike.

AgentMeter (arXiv 2606.21140v2); the mean over budgets, alpha and lambda are (ours).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import TaskValues
from leaderboard_app.domain.resampling import Floats, drawn_sums

Weights = Mapping[Stratum, NDArray[np.generic]]
"""For each stratum draws x its tasks: how often a task counts in a draw. Not all 0 in any."""

Samples = Floats
"""Configurations x draws; NaN is undefined."""


class StratumSamples(NamedTuple):
    """TQ_g = mean R; AUBQC_g = mean over b in B_g of mean R * [C <= b]; EFR_g = share of
    episodes with R = 0 and C > tau_g. Each in [0, 1]."""

    tq: Samples
    aubqc: Samples
    efr: Samples


def stratum_samples(values: TaskValues, stratum: Stratum, weights: Weights) -> StratumSamples:
    """The three parts of a stratum's score in each draw; undefined for a stratum without tasks."""
    columns = values.columns[stratum]
    draws = weights[stratum]
    stacked = np.concatenate(
        [of_task[:, columns] for of_task in (values.reward, values.budgeted, values.expensive)]
    )
    if not len(columns):
        return StratumSamples(*np.full((3, len(values.reward), len(draws)), np.nan))
    means = drawn_sums(draws, stacked) / draws.sum(axis=1, dtype=np.float64)
    return StratumSamples(*np.split(means, 3))


def stratum_score(parts: StratumSamples, parameters: Parameters) -> Samples:
    """(alpha TQ_g + (1 - alpha) AUBQC_g) * (1 - lambda EFR_g)."""
    quality = parts.aubqc + parameters.alpha * (parts.tq - parts.aubqc)
    return np.asarray(quality * (1 - parameters.lambda_ * parts.efr))


def ams(values: TaskValues, weights: Weights) -> Samples:
    """AMS = mean of the three strata's scores, in [0, 1]: configurations x draws."""
    scores = [
        stratum_score(stratum_samples(values, stratum, weights), values.parameters)
        for stratum in Stratum
    ]
    return mean_of_strata(scores)


def mean_of_strata(scores: list[Samples]) -> Samples:
    return np.asarray(sum(scores[1:], start=scores[0]) / len(scores))


def every_task_once(values: TaskValues) -> Weights:
    """The weights of the grid itself: one draw, in which each task counts once."""
    return {name: np.ones((1, len(columns))) for name, columns in values.columns.items()}


def ams_of_grid(values: TaskValues) -> Floats:
    """AMS of each configuration over all tasks; NaN where undefined."""
    return ams(values, every_task_once(values))[:, 0]
