"""Agreement coefficients that do not collapse when nearly all items are of one class."""

import numpy as np
from numpy.typing import ArrayLike

from audit_app.domain.intervals import normal_quantity, wilson
from audit_app.domain.quantity import NO_SHARED_ITEM, Quantity, undefined


def gwet_ac1(table: ArrayLike) -> Quantity:
    """AC1 = (p_o - p_g) / (1 - p_g) of a k x k table of counts, k >= 2.

    p_g = sum of pi_k (1 - pi_k) / (k - 1), pi_k the mean share of class k. Source: Gwet 2008,
    British Journal of Mathematical and Statistical Psychology 61, eq. 5; variance eq. 25 without
    its finite-population factor.
    """
    counts = np.asarray(table, np.float64)
    n = float(counts.sum())
    if not n:
        return undefined(NO_SHARED_ITEM)
    cells, others = counts / n, len(counts) - 1
    shares = (cells.sum(axis=0) + cells.sum(axis=1)) / 2
    observed = float(np.trace(cells))
    chance = float((shares * (1 - shares)).sum() / others)
    value = (observed - chance) / (1 - chance)
    diagonal = float((np.diag(cells) * (1 - shares)).sum() / others)
    means = 1 - (shares[:, None] + shares[None, :]) / 2
    squares = float((cells * means**2).sum() / others**2)
    spread = (
        observed * (1 - observed)
        - 4 * (1 - value) * (diagonal - observed * chance)
        + 4 * (1 - value) ** 2 * (squares - chance**2)
    )
    return normal_quantity(value, spread / (n * (1 - chance) ** 2), round(n))


def pabak(table: ArrayLike) -> Quantity:
    """PABAK = (k p_o - 1) / (k - 1) of a k x k table, k >= 2: kappa if classes were equally common.

    Source: Byrt, Bishop and Carlin 1993, Journal of Clinical Epidemiology 46. It is p_o on
    another scale, so its interval is Wilson's interval of p_o on that scale.
    """
    counts = np.asarray(table, np.float64)
    n, classes = float(counts.sum()), len(counts)
    if not n:
        return undefined(NO_SHARED_ITEM)
    agreed = float(np.trace(counts))
    value, low, high = (
        (classes * share - 1) / (classes - 1) for share in (agreed / n, *wilson(agreed, n))
    )
    return Quantity(value, round(n), None, low, high)
