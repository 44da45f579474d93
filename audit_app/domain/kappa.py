"""Cohen's kappa, plain and weighted, with its large-sample standard error."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from audit_app.domain.intervals import normal_quantity
from audit_app.domain.quantity import NO_SHARED_ITEM, ONE_CLASS, Quantity, undefined

Floats = NDArray[np.float64]
Weights = Literal["unweighted", "linear", "quadratic"]
CERTAIN = 1 - 1e-12
"""Chance agreement from here on is certainty, up to rounding."""


def cohen_kappa(table: ArrayLike, weights: Weights = "unweighted") -> Quantity:
    """kappa = (p_o - p_e) / (1 - p_e) of a k x k table of counts, rows = rater 1.

    Its standard error is the one under the alternative, not under kappa = 0 (Fleiss, Cohen and
    Everitt 1969, Psychological Bulletin 72, eq. 13). Weighted kappas need ordered classes.
    Undefined where no item is shared, or where both raters used one and the same class.
    """
    counts = np.asarray(table, np.float64)
    n = float(counts.sum())
    if not n:
        return undefined(NO_SHARED_ITEM)
    cells = counts / n
    agreement = agreement_weights(len(cells), weights)
    rows, columns = cells.sum(axis=1), cells.sum(axis=0)
    observed = float((agreement * cells).sum())
    expected = float(rows @ agreement @ columns)
    if expected >= CERTAIN:
        return undefined(ONE_CLASS, round(n))
    average = (agreement @ columns)[:, None] + (rows @ agreement)[None, :]
    spread = agreement * (1 - expected) - average * (1 - observed)
    centre = observed * expected - 2 * expected + observed
    variance = float((cells * spread**2).sum() - centre**2) / (n * (1 - expected) ** 4)
    return normal_quantity((observed - expected) / (1 - expected), variance, round(n))


def agreement_weights(classes: int, weights: Weights) -> Floats:
    """How much agreement a pair of classes counts for: 1 on the diagonal (Cohen 1968)."""
    if weights == "unweighted" or classes < 2:
        return np.eye(classes)
    distance = np.abs(np.subtract.outer(np.arange(classes), np.arange(classes))) / (classes - 1)
    return 1 - (distance if weights == "linear" else distance**2)
