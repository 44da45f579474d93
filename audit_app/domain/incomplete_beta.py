"""The regularised incomplete beta function and its quantile, in double precision.

Only what exact binomial limits and tests need; it saves a dependency on scipy.
"""

import math

TINY = 1e-300
PRECISION = 1e-15
TERMS = 10_000
HALVINGS = 200


def regularised_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b), the distribution function of Beta(a, b) at ``x`` in [0, 1]; a, b > 0.

    Source: DLMF 8.17.22 (continued fraction, by Lentz's method) and 8.17.4 (symmetry), which
    keeps the fraction on the side where it converges in about sqrt(max(a, b)) terms.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - regularised_beta(1 - x, b, a)
    log_beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    front = math.exp(a * math.log(x) + b * math.log1p(-x) - log_beta)
    return front / (a * _continued_fraction(x, a, b))


def beta_quantile(probability: float, a: float, b: float) -> float:
    """The x with I_x(a, b) = ``probability``, by bisection to the last bit."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if regularised_beta(middle, a, b) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _continued_fraction(x: float, a: float, b: float) -> float:
    """1 + d_1 / (1 + d_2 / (1 + ...)) of DLMF 8.17.22."""
    numerator, denominator = 1.0, 0.0
    fraction = 1.0
    for m in range(TERMS):
        step = _coefficient(m, x, a, b)
        denominator = 1 / _away_from_zero(1 + step * denominator)
        numerator = _away_from_zero(1 + step / numerator)
        change = numerator * denominator
        fraction *= change
        if abs(change - 1) < PRECISION:
            break
    return fraction


def _coefficient(index: int, x: float, a: float, b: float) -> float:
    """d_(index + 1) of DLMF 8.17.23 and 8.17.24: odd and even ones have their own formula."""
    if index % 2:
        m = (index + 1) // 2
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    m = index // 2
    return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))


def _away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
