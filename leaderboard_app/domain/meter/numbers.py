"""Sums over episodes as values with their reasons: unknown is None, never NaN."""

import math

from leaderboard_app.domain.measures import Number

DECIMALS = 12
NOTHING_COUNTS = "No episode counts."


def settled(value: float) -> float:
    """Rounded, so that the last bits of a machine's arithmetic never change a digest."""
    return round(float(value), DECIMALS)


def number(value: float, n: int, reason: str) -> Number:
    """A number over ``n`` episodes, or the reason why it is undefined."""
    return Number(None, n, reason) if math.isnan(value) else Number(settled(value), n)


def total(value: float, known: int, n: int, what: str) -> Number:
    """A sum over ``n`` episodes of which ``known`` have it; undefined unless all have."""
    if not n:
        return Number(None, 0, NOTHING_COUNTS)
    if known < n:
        return Number(None, n, f"{what} of {n - known} of {n} episodes are unknown.")
    return Number(settled(value), n)


def per_pass(sum_of_all: Number, passes: int) -> Number:
    """A total over the number of passes; undefined without one."""
    if sum_of_all.value is None:
        return Number(None, passes, sum_of_all.reason)
    if not passes:
        return Number(None, 0, "There is no pass.")
    return Number(settled(sum_of_all.value / passes), passes)
