"""95 % percentile bootstrap intervals, and differences of rows resampled together (ours)."""

import math
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.resampling import Floats

LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """Ends of a two-sided interval; an end is None where a replicate there is undefined."""

    low: float | None
    high: float | None


NO_INTERVAL = Interval(None, None)


def percentile_intervals(samples: Floats) -> list[Interval]:
    """The interval of each row of ``samples`` (rows x replicates), linearly interpolated.

    Undefined replicates are infinite, and so sort to an end.
    """
    if not len(samples):
        return []
    ordered = np.sort(samples, axis=1)
    tail = (1 - LEVEL) / 2
    lows, highs = (_quantiles(ordered, q) for q in (tail, 1 - tail))
    return [Interval(_end(low), _end(high)) for low, high in zip(lows, highs, strict=True)]


def paired_difference(first: Floats, second: Floats) -> Interval:
    """The interval of ``first - second``, two rows of replicates of the same resampling."""
    return percentile_intervals((first - second)[None, :])[0]


def _quantiles(ordered: Floats, q: float) -> list[float]:
    """Quantiles of sorted rows; the same as numpy's default, in double precision."""
    position = q * (ordered.shape[1] - 1)
    below = math.floor(position)
    above = min(below + 1, ordered.shape[1] - 1)
    weight = position - below
    pairs = ordered[:, [below, above]].astype(np.float64).tolist()
    return [low if low == high else low + weight * (high - low) for low, high in pairs]


def _end(value: float) -> float | None:
    """Rounded, so that the last bits of a machine's arithmetic never change a digest."""
    return round(value, 9) if math.isfinite(value) else None
