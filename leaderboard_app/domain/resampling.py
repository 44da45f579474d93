"""Resampled tasks: how often each task is drawn in each bootstrap replicate.

One ``Resampling`` serves all rows of a snapshot, so every comparison is paired: two rows are
always compared on the same resampled tasks.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tasks_app.domain.families import Family

REPLICATES = 10_000
CHUNK_CELLS = 4_000_000
"""Replicates x tasks worked on at a time: 16 MB of single-precision weights."""

Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Resampling:
    """``draws[family]``: replicates x tasks of the family, each row adding up to its tasks."""

    seed: int
    replicates: int
    draws: Mapping[Family, NDArray[np.uint8]]

    def chunks(self, family: Family) -> Iterator[tuple[slice, NDArray[np.float32]]]:
        """The draws of a family, a slice of replicates at a time, ready to be multiplied."""
        for part in _parts(self.draws[family]):
            yield part, self.draws[family][part].astype(np.float32)

    def sums(self, family: Family, outcomes: Floats) -> Floats:
        """Sum of ``outcomes`` (rows x tasks of the family) in each replicate: rows x replicates."""
        return drawn_sums(self.draws[family], outcomes)


def resampling(sizes: Mapping[Family, int], seed: int, replicates: int = REPLICATES) -> Resampling:
    """Draw tasks with replacement within each family; ``sizes``: tasks per family.

    Families are drawn in the order of their names, so equal sizes and seed give equal draws.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    draws = {
        family: multiplicities(generator, replicates, sizes[family]) for family in sorted(sizes)
    }
    return Resampling(seed, replicates, draws)


def drawn_sums(draws: NDArray[Any], outcomes: Floats) -> Floats:
    """Sum of ``outcomes`` (rows x tasks) in each of ``draws`` (replicates x tasks): rows x
    replicates.

    Counts stay exact in single precision (up to 2**24); costs are given in double.
    """
    total = np.empty((len(outcomes), len(draws)), outcomes.dtype)
    for part in _parts(draws):
        total[:, part] = outcomes @ draws[part].T.astype(outcomes.dtype)
    return total


def multiplicities(
    generator: np.random.Generator, replicates: int, tasks: int
) -> NDArray[np.uint8]:
    """How often each of ``tasks`` is drawn in ``tasks`` draws: multinomial, replicates x tasks.

    A byte is enough: that a task is drawn over 255 times has a probability below 1e-500.
    """
    if not tasks:
        return np.zeros((replicates, 0), np.uint8)
    drawn = generator.integers(0, tasks, size=(replicates, tasks), dtype=np.int32)
    drawn += np.arange(replicates, dtype=np.int32)[:, None] * tasks
    counts = np.bincount(drawn.ravel(), minlength=replicates * tasks)
    return counts.reshape(replicates, tasks).astype(np.uint8)


def _parts(draws: NDArray[Any]) -> Iterator[slice]:
    """Slices of replicates that are worked on at a time."""
    size = max(1, CHUNK_CELLS // max(1, draws.shape[1]))
    for start in range(0, len(draws), size):
        yield slice(start, min(start + size, len(draws)))
