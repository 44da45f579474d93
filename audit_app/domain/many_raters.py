"""Agreement of more than two raters, or of raters who did not all label every item."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from audit_app.domain.kappa import CERTAIN, Floats
from audit_app.domain.quantity import Quantity, undefined

Level = Literal["nominal", "ordinal", "interval"]
Ratings = Sequence[Sequence[float | None]]

NOT_SHARED = "undefined: no item was labelled by two people"
ONE_VALUE = "undefined: all labels of shared items are the same"
UNEVEN = "undefined: items have different numbers of labels"


def krippendorff_alpha(ratings: Ratings, level: Level = "nominal") -> Quantity:
    """alpha = 1 - D_o / D_e; ``ratings`` are raters x items, None where a rater gave no label.

    Items with one label do not count; ``n`` is the number of the others. Source: Krippendorff,
    Content Analysis, ch. 11 (coincidence matrix, and the difference functions of three levels).
    """
    values = sorted({label for row in ratings for label in row if label is not None})
    counts = _label_counts(ratings, values)
    counts = counts[counts.sum(axis=1) > 1]
    if not len(counts):
        return undefined(NOT_SHARED)
    marginals = counts.sum(axis=0)
    total, labels = marginals.sum(), counts.sum(axis=1)
    differences = _differences(np.array(values, np.float64), marginals, level)
    shares = counts / (labels - 1)[:, None]
    coincidences = counts.T @ shares - np.diag(shares.sum(axis=0))
    expected = float((np.outer(marginals, marginals) * differences).sum() / (total - 1))
    if expected <= 1 - CERTAIN:
        return undefined(ONE_VALUE, len(counts))
    return Quantity(1 - float((coincidences * differences).sum()) / expected, len(counts))


def fleiss_kappa(counts: ArrayLike) -> Quantity:
    """kappa = (P - P_e) / (1 - P_e) of items x classes, each row adding up to the same m >= 2.

    Raters need not be the same people throughout (Fleiss 1971, Psychological Bulletin 76).
    """
    table = np.asarray(counts, np.float64)
    if not table.size:
        return undefined(NOT_SHARED)
    raters = table.sum(axis=1)
    if (raters != raters[0]).any():
        return undefined(UNEVEN, len(table))
    if raters[0] < 2:
        return undefined(NOT_SHARED, len(table))
    m = float(raters[0])
    observed = float(((table**2).sum(axis=1) - m).mean() / (m * (m - 1)))
    expected = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    if expected >= CERTAIN:
        return undefined(ONE_VALUE, len(table))
    return Quantity((observed - expected) / (1 - expected), len(table))


def _label_counts(ratings: Ratings, values: Sequence[float]) -> Floats:
    """Items x values: how many raters gave an item a value."""
    items = max((len(row) for row in ratings), default=0)
    position = {value: index for index, value in enumerate(values)}
    counts = np.zeros((items, len(values)))
    for row in ratings:
        for item, label in enumerate(row):
            if label is not None:
                counts[item, position[label]] += 1
    return counts


def _differences(values: Floats, marginals: Floats, level: Level) -> Floats:
    """Squared difference of each pair of values.

    Nominal: 1 for different ones. Interval: the squared distance. Ordinal: the squared number of
    labels between them, each end counted by half.
    """
    if level == "nominal":
        return 1 - np.eye(len(values))
    if level == "interval":
        return np.asarray(np.subtract.outer(values, values) ** 2)
    middles = np.cumsum(marginals) - marginals / 2
    return np.asarray(np.subtract.outer(middles, middles) ** 2)
