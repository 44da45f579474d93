"""A number with its uncertainty, or None and the reason why there is none."""

from dataclasses import dataclass

NO_SHARED_ITEM = "undefined: no item was labelled by both"
ONE_CLASS = "undefined: both raters used one class"


@dataclass(frozen=True)
class Quantity:
    """``value`` with its standard error and 95 % interval, over ``n`` items.

    Where ``value`` is None, ``reason`` says why; where only the uncertainty is unknown, ``se``,
    ``low`` and ``high`` are None and ``reason`` says why as well. With an interval, ``reason`` says
    what is special about it. Never NaN.
    """

    value: float | None
    n: int = 0
    se: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class Proportion:
    """``numerator`` of ``denominator`` items with a 95 % interval; over no item it is undefined."""

    numerator: int
    denominator: int
    low: float | None = None
    high: float | None = None
    reason: str = ""

    @property
    def value(self) -> float | None:
        return self.numerator / self.denominator if self.denominator else None


def undefined(reason: str, n: int = 0) -> Quantity:
    """No value, and why."""
    return Quantity(None, n, reason=reason)
