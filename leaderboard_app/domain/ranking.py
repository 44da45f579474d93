"""Ranks inside one track (ours): rows that cannot be told apart share a rank."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.intervals import Interval, percentile_intervals
from leaderboard_app.domain.resampling import Floats
from leaderboard_app.domain.rows import AgentRow
from tasks_app.domain.errors import NotComparable

CHUNK_CELLS = 2_000_000
"""Rows x replicates ranked at a time."""


@dataclass(frozen=True)
class Rank:
    """``rank`` counts from 1; ``best`` and ``worst`` are the ends of its 95 % interval."""

    rank: int
    best: int
    worst: int


def check_comparable(rows: Sequence[AgentRow]) -> None:
    """Raise NotComparable unless all rows are of one track and one cost basis."""
    kinds = {(row.agent.spec.track, row.cost_basis) for row in rows}
    if len(kinds) > 1:
        names = ", ".join(sorted(f"{track} in {basis}" for track, basis in kinds))
        raise NotComparable(f"Rows of different kinds are never ranked together: {names}.")


def ranks(rows: Sequence[AgentRow], intervals: Sequence[Interval], econ: Floats) -> list[Rank]:
    """The rank of each row by Econ. ``econ``: rows x replicates of one resampling."""
    check_comparable(rows)
    return ranks_of_scores(intervals, econ)


def ranks_of_scores(intervals: Sequence[Interval], scores: Floats) -> list[Rank]:
    """The rank of each row of ``scores`` (rows x replicates of one resampling).

    rank = 1 + number of rows whose lower bound exceeds this row's upper bound.
    """
    spans = percentile_intervals(replicate_ranks(scores))
    return [
        Rank(_rank(interval, intervals), math.floor(span.low or 1), math.ceil(span.high or 1))
        for interval, span in zip(intervals, spans, strict=True)
    ]


def replicate_ranks(scores: Floats) -> NDArray[np.float32]:
    """Rank of each row in each replicate: 1 + number of rows with a higher score."""
    found = np.empty(scores.shape, np.float32)
    size = max(1, CHUNK_CELLS // max(1, len(scores)))
    for start in range(0, scores.shape[1], size):
        part = slice(start, start + size)
        found[:, part] = _ranks_down(scores[:, part])
    return found


def _rank(mine: Interval, others: Sequence[Interval]) -> int:
    upper = math.inf if mine.high is None else mine.high
    return 1 + sum(other.low is not None and other.low > upper for other in others)


def _ranks_down(scores: Floats) -> NDArray[np.float32]:
    """Competition ranks within each column: equal scores share the best of their places."""
    order = np.argsort(-scores, axis=0)
    ordered = np.take_along_axis(scores, order, axis=0)
    place = np.arange(len(scores))[:, None].repeat(scores.shape[1], axis=1)
    place[1:][ordered[1:] == ordered[:-1]] = 0
    shared = np.maximum.accumulate(place, axis=0)
    found = np.empty(scores.shape, np.float32)
    np.put_along_axis(found, order, (shared + 1).astype(np.float32), axis=0)
    return found
