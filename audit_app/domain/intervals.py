"""95 % intervals of a proportion: Wilson's score interval, and exact Clopper-Pearson limits."""

import math
from statistics import NormalDist

from audit_app.domain.incomplete_beta import beta_quantile
from audit_app.domain.quantity import Proportion, Quantity

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""1.96: how many standard errors a 95 % interval reaches to each side."""

NO_SPREAD = 1e-9
NOTHING_VARIED = "no interval: nothing varied among the items, so their spread says nothing"

CUT = "interval cut at {}, where the scale ends"


def wilson(count: float, total: float) -> tuple[float, float]:
    """Wilson's score interval of ``count / total``, total > 0 (Wilson 1927, JASA 22)."""
    share = count / total
    scale = 1 + Z**2 / total
    centre = (share + Z**2 / (2 * total)) / scale
    half = Z / scale * math.sqrt(share * (1 - share) / total + Z**2 / (4 * total**2))
    # At either end the limit is exact; rounding would leave the share outside of its own interval.
    low = max(0.0, centre - half) if count else 0.0
    return low, min(1.0, centre + half) if count < total else 1.0


def clopper_pearson(count: int, total: int) -> tuple[float, float]:
    """Exact two-sided limits of ``count / total``, total > 0 (Clopper and Pearson 1934)."""
    tail = (1 - LEVEL) / 2
    low = beta_quantile(tail, count, total - count + 1) if count else 0.0
    high = beta_quantile(1 - tail, count + 1, total - count) if count < total else 1.0
    return low, high


def proportion(count: int, total: int, reason: str = "undefined: there are no items") -> Proportion:
    """``count / total`` with its Wilson interval; undefined for ``reason`` without items."""
    if not total:
        return Proportion(count, total, reason=reason)
    return Proportion(count, total, *wilson(count, total))


def normal_quantity(value: float, variance: float, n: int, least: float = -1.0) -> Quantity:
    """``value`` with its standard error and normal interval, on a scale from ``least`` to 1.

    An interval that reaches beyond the scale is cut at its end, and the reason says so (ours): the
    standard error stays as it is, so that nothing is lost. A variance of zero (up to rounding)
    means that nothing varied among the items, which is no certainty: there is then no interval,
    and the reason says so.
    """
    se = math.sqrt(max(0.0, variance))
    if se < NO_SPREAD:
        return Quantity(value, n, 0.0, reason=NOTHING_VARIED)
    low, high = value - Z * se, value + Z * se
    cut = [f"{end:g}" for end, beyond in ((least, low < least), (1, high > 1)) if beyond]
    reason = CUT.format(" and ".join(cut)) if cut else ""
    return Quantity(value, n, se, max(low, least), min(high, 1.0), reason)


def is_cut(reason: str) -> bool:
    """Whether ``reason`` is that of an interval that was cut."""
    return reason.startswith(CUT.partition("{")[0])
