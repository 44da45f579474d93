"""How far two orders of the same configurations agree: Spearman, Kendall and the largest shift."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from leaderboard_app.domain.ranking import replicate_ranks
from leaderboard_app.domain.resampling import Floats

CHUNK_CELLS = 4_000_000
"""Pairs x draws compared at a time: 32 MB."""


class Agreements(NamedTuple):
    """One of each a draw; NaN where undefined.

    ``spearman``: Pearson correlation of average ranks, ``kendall``: tau-b, both in [-1, 1] and
    undefined where all scores of one side are equal; ``shift``: the largest difference of places.
    """

    spearman: Floats
    kendall: Floats
    shift: Floats


def agreements(reference: Floats, scores: Floats) -> Agreements:
    """How the order of each draw of ``scores`` (configurations x draws) agrees with that of
    ``reference`` (one a configuration). No score is NaN."""
    mine = reference[:, None]
    shifts = np.abs(places(scores) - places(mine))
    return Agreements(
        spearman=_correlations(_average_ranks(mine), _average_ranks(scores)),
        kendall=_tau_b(reference, scores),
        shift=shifts.max(axis=0, initial=0),
    )


def places(scores: Floats) -> Floats:
    """1 + the number of higher scores in the same draw: equal ones share the best of theirs."""
    return np.asarray(replicate_ranks(scores), np.float64)


def _average_ranks(scores: Floats) -> Floats:
    """The mean of the places that equal scores have together."""
    return np.asarray((places(scores) + len(scores) + 1 - places(-scores)) / 2)


def _correlations(reference: Floats, ranks: Floats) -> Floats:
    mine, others = (one - one.mean(axis=0) for one in (reference, ranks))
    return _ratio((mine * others).sum(axis=0), (mine**2).sum() * (others**2).sum(axis=0))


def _tau_b(reference: Floats, scores: Floats) -> Floats:
    """(concordant - discordant pairs) / sqrt(pairs untied here * pairs untied there)."""
    first, second = np.triu_indices(len(reference), 1)
    mine = np.sign(reference[first] - reference[second])
    found = np.empty(scores.shape[1])
    for part in _parts(scores.shape[1], len(first)):
        theirs = np.sign(scores[first, part] - scores[second, part])
        untied = np.count_nonzero(mine) * np.count_nonzero(theirs, axis=0)
        found[part] = _ratio(mine @ theirs, untied)
    return found


def _ratio(numerator: Floats, square: Floats) -> Floats:
    """numerator / sqrt(square); undefined where that is 0."""
    root = np.sqrt(square)
    return np.where(root > 0, numerator / np.where(root > 0, root, 1), np.nan)


def _parts(draws: int, pairs: int) -> Iterator[slice]:
    size = max(1, CHUNK_CELLS // max(1, pairs))
    for start in range(0, draws, size):
        yield slice(start, start + size)
