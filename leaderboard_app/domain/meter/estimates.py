"""The bootstrap intervals of every figure of a grid (ours): tasks resampled within strata.

Only complete configurations have them; the others have bounds. Calibration is held fixed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.intervals import NO_INTERVAL, Interval, percentile_intervals
from leaderboard_app.domain.meter.ams import (
    Samples,
    mean_of_strata,
    stratum_samples,
    stratum_score,
)
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.draws import TaskDraws
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.numbers import DECIMALS
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import mean_over_repeats, task_values
from leaderboard_app.domain.resampling import drawn_sums

ROWS_AT_A_TIME = 32

Figures = dict[str, Samples]


@dataclass(frozen=True)
class MeterEstimate:
    """Intervals by the name of the figure; ``ams`` holds AMS in each replicate, for ranks."""

    overall: Mapping[str, Interval]
    strata: Mapping[Stratum, Mapping[str, Interval]]
    ams: NDArray[np.float64] | None = None

    def interval(self, figure: str) -> Interval:
        return self.overall.get(figure, NO_INTERVAL)

    def stratum_interval(self, stratum: Stratum, figure: str) -> Interval:
        return self.strata.get(stratum, {}).get(figure, NO_INTERVAL)


NO_ESTIMATE = MeterEstimate({}, {})


def estimates(
    episodes: MeterEpisodes, calibration: Calibration | None, resampled: TaskDraws
) -> list[MeterEstimate]:
    """The estimate of each configuration, in order; all see the same resampled tasks."""
    keys = [key for key, complete in zip(episodes.keys, episodes.complete, strict=True) if complete]
    blocks = (keys[at : at + ROWS_AT_A_TIME] for at in range(0, len(keys), ROWS_AT_A_TIME))
    found = [
        estimate
        for block in blocks
        for estimate in _block(episodes.select(configurations=block), calibration, resampled)
    ]
    by_key = dict(zip(keys, _with_gaps(found), strict=True))
    return [by_key.get(key, NO_ESTIMATE) for key in episodes.keys]


def _block(
    episodes: MeterEpisodes, calibration: Calibration | None, resampled: TaskDraws
) -> Iterator[MeterEstimate]:
    sums = {group: _sums(episodes, resampled, group) for group in resampled.columns}
    strata = {} if calibration is None else _stratum_figures(episodes, calibration, resampled, sums)
    figures = _overall(episodes, sums)
    if strata:
        scores = mean_of_strata([strata[name]["score"] for name in Stratum])
        figures["ams"] = np.round(scores, DECIMALS)
    overall = _intervals(figures)
    by_stratum = {name: _intervals(found) for name, found in strata.items()}
    for row in range(len(episodes.configurations)):
        yield MeterEstimate(
            {figure: found[row] for figure, found in overall.items()},
            {
                name: {figure: found[row] for figure, found in of_stratum.items()}
                for name, of_stratum in by_stratum.items()
            },
            figures["ams"][row] if strata else None,
        )


def _sums(episodes: MeterEpisodes, resampled: TaskDraws, group: str) -> Figures:
    """Rewards (a mean a task), passes, tokens and USD of a group of tasks in each replicate."""
    columns = resampled.columns[group]
    slots = np.where(episodes.planned, 1.0, 0.0)
    by_task = {
        "reward": mean_over_repeats(episodes, episodes.reward),
        "passes": episodes.passed.sum(axis=2, dtype=np.float64),
        "tokens": np.where(slots > 0, episodes.tokens, 0.0).sum(axis=2),
        "usd": np.where(slots > 0, episodes.cost, 0.0).sum(axis=2),
    }
    stacked = np.concatenate([values[:, columns] for values in by_task.values()])
    found = np.split(drawn_sums(resampled.counts[group], stacked), len(by_task))
    return dict(zip(by_task, found, strict=True))


def _overall(episodes: MeterEpisodes, sums: Mapping[str, Figures]) -> Figures:
    total = {
        name: np.sum([group[name] for group in sums.values()], axis=0)
        for name in ("reward", "passes", "tokens", "usd")
    }
    tasks = len(episodes.task_ids)
    return {
        "mean_reward": total["reward"] / tasks,
        "passes": total["passes"] / (tasks * _repeats(episodes)),
        "tokens_per_pass": _ratio(total["tokens"], total["passes"]),
        "usd_per_pass": _ratio(total["usd"], total["passes"]),
    }


def _stratum_figures(
    episodes: MeterEpisodes,
    calibration: Calibration,
    resampled: TaskDraws,
    sums: Mapping[str, Figures],
) -> dict[Stratum, Figures]:
    values = task_values(episodes, calibration)
    weights = {name: resampled.counts[name] for name in Stratum}
    found = {}
    for name in Stratum:
        parts = stratum_samples(values, name, weights)
        promised = len(values.columns[name]) * _repeats(episodes)
        found[name] = {
            **parts._asdict(),
            "score": stratum_score(parts, calibration.parameters),
            "passes": _ratio(sums[name]["passes"], promised),
        }
    return found


def _with_gaps(found: Sequence[MeterEstimate]) -> list[MeterEstimate]:
    """Each with the interval of its gap to the best AMS, which is taken in each replicate."""
    known = [one.ams for one in found if one.ams is not None and not np.isnan(one.ams).any()]
    if not known:
        return list(found)
    best = np.max(known, axis=0)
    return [replace(one, overall={**one.overall, "gap": _gap(best, one.ams)}) for one in found]


def _gap(best: Samples, mine: NDArray[np.float64] | None) -> Interval:
    return NO_INTERVAL if mine is None else percentile_intervals((best - mine)[None, :])[0]


def _intervals(figures: Figures) -> dict[str, list[Interval]]:
    return {name: percentile_intervals(samples) for name, samples in figures.items()}


def _repeats(episodes: MeterEpisodes) -> NDArray[np.float64]:
    return np.array(episodes.repeats, np.float64)[:, None]


def _ratio(numerator: Samples, denominator: Samples) -> Samples:
    """Infinite where undefined: it then sorts to the end, and the interval has no such end."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator == 0, np.inf, numerator / denominator)
