"""The bootstrap intervals of every figure of a board's rows, vectorised (ours).

Replicates resample tasks within each family; sums by family are multiplied out once, and every
figure of a row is then a combination of them, as ``econ`` combines the episodes themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.intervals import NO_INTERVAL, Interval, percentile_intervals
from leaderboard_app.domain.measures import MEASURES
from leaderboard_app.domain.resampling import Floats, Resampling
from leaderboard_app.domain.rows import AgentRow
from tasks_app.domain.families import Family, Group

ROWS_AT_A_TIME = 32

Sums = Mapping[Family, Mapping[str, Floats]]
"""By family and measure: rows x replicates."""


@dataclass(frozen=True)
class Estimate:
    """The intervals of one row, by the name of the figure; none where the row is incomplete.

    ``econ`` holds Econ in every replicate, for ranks.
    """

    overall: Mapping[str, Interval]
    families: Mapping[Family, Mapping[str, Interval]]
    econ: NDArray[np.float32] | None = None

    def interval(self, figure: str) -> Interval:
        return self.overall.get(figure, NO_INTERVAL)

    def family_interval(self, family: Family, figure: str) -> Interval:
        return self.families.get(family, {}).get(figure, NO_INTERVAL)


NO_ESTIMATE = Estimate({}, {})


def estimates(rows: Sequence[AgentRow], resampling: Resampling) -> list[Estimate]:
    """The estimate of each row, in order; all rows see the same resampled tasks.

    Memory: ROWS_AT_A_TIME rows of replicates, and 4 bytes per row and replicate that stay.
    """
    complete = [row for row in rows if row.is_complete]
    found = iter(
        [
            estimate
            for start in range(0, len(complete), ROWS_AT_A_TIME)
            for estimate in _block(complete[start : start + ROWS_AT_A_TIME], resampling)
        ]
    )
    return [next(found) if row.is_complete else NO_ESTIMATE for row in rows]


def _block(rows: Sequence[AgentRow], resampling: Resampling) -> Iterator[Estimate]:
    sums = {family: _family_sums(rows, family, resampling) for family in resampling.draws}
    groups = {episode.family: episode.group for episode in rows[0].episodes}
    samples = _overall_samples(sums, groups)
    overall = {figure: percentile_intervals(values) for figure, values in samples.items()}
    families = {
        family: {
            figure: percentile_intervals(values)
            for figure, values in _family_samples(sums[family]).items()
        }
        for family in sums
    }
    econ = samples.get("econ")
    for index in range(len(rows)):
        yield Estimate(
            {figure: found[index] for figure, found in overall.items()},
            {
                family: {figure: found[index] for figure, found in by_figure.items()}
                for family, by_figure in families.items()
            },
            None if econ is None else econ[index].astype(np.float32),
        )


def _family_sums(
    rows: Sequence[AgentRow], family: Family, resampling: Resampling
) -> dict[str, Floats]:
    """Counts of every measure, known costs and their number, in each replicate."""
    episodes = [row.by_family[family] for row in rows]
    counted = np.array(
        [[measure(e) for e in row] for measure in MEASURES.values() for row in episodes],
        np.float32,
    )
    costs = np.array(
        [[e.units or 0.0 for e in row] for row in episodes]
        + [[e.units is not None for e in row] for row in episodes],
        np.float64,
    )
    size = len(episodes[0])
    by_measure = np.split(resampling.sums(family, counted), len(MEASURES))
    units, known = np.split(resampling.sums(family, costs), 2)
    return dict(zip(MEASURES, by_measure, strict=True)) | {
        "units": units,
        "known": known,
        "tasks": np.full((1, 1), size, np.float64),
    }


def _overall_samples(sums: Sums, groups: Mapping[Family, Group]) -> dict[str, Floats]:
    """Every figure of the whole bundle: rows x replicates."""
    total = {name: _total([sums[family][name] for family in sums]) for name in _names(sums)}
    samples = _family_samples(total)
    by_group = {
        group: [sums[family] for family in sums if groups[family] is group] for group in Group
    }
    for group, families in by_group.items():
        if families:
            strict = _total([family["strict"] for family in families])
            samples[group.value] = strict / _total([family["tasks"] for family in families])
    if all(by_group.values()):
        samples["econ"] = np.minimum(samples["up"], samples["save"])
    samples["units_per_success"] = _ratio(total["units"], total["strict"])
    return samples


def _family_samples(sums: Mapping[str, Floats]) -> dict[str, Floats]:
    samples: dict[str, Floats] = {name: sums[name] / sums["tasks"] for name in MEASURES}
    samples["mean_units"] = _ratio(sums["units"], sums["known"])
    return samples


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Infinite where undefined: it then sorts to the end, and the interval has no such end."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator == 0, np.inf, numerator / denominator)


def _total(parts: Sequence[Floats]) -> Floats:
    total: Floats = np.sum(parts, axis=0)
    return total


def _names(sums: Sums) -> list[str]:
    return list(next(iter(sums.values())))
