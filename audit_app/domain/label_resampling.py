"""Bootstrap replicates of the human-positive rate of each cell of an audit (ours).

Labels are resampled within cells: k* of n, binomial, scaled about the rate by
sqrt((1 - n / N) n / (n - 1)), so that the spread is that of simple random sampling without
replacement (Rao and Wu 1988, JASA 83, section 2.2). A cell in which all labels are alike would be
certain for ever; its k* are drawn at the rate (k + 1/2) / (n + 1), the mean of Jeffreys' posterior.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from audit_app.domain.cells import Cell, CellCount
from audit_app.domain.kappa import Floats


def rate_replicates(
    counts: Sequence[CellCount], generator: np.random.Generator, replicates: int
) -> Mapping[Cell, Floats]:
    """``replicates`` rates in [0, 1] of each cell with labels, in the order of family and verdict.

    A cell labelled whole has no sampling error. With a single label of more episodes nothing
    estimates the spread; such a cell is resampled as if it had two.
    """
    labelled = sorted((c for c in counts if c.labelled), key=lambda count: str(count.cell))
    return {count.cell: _replicates(count, generator, replicates) for count in labelled}


def _replicates(count: CellCount, generator: np.random.Generator, replicates: int) -> Floats:
    n, rate = count.labelled, count.positive / count.labelled
    is_mixed = 0 < count.positive < n
    drawn_at = rate if is_mixed else (count.positive + 0.5) / (n + 1)
    drawn = generator.binomial(n, drawn_at, size=replicates) / n
    unlabelled = max(0.0, 1 - n / count.population) if count.population else 1.0
    scale = np.sqrt(unlabelled * n / max(n - 1, 1))
    scaled: Floats = np.clip(rate + scale * (drawn - rate), 0.0, 1.0)
    return scaled
