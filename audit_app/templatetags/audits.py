"""Numbers of audits in running text, written as tables write them."""

from django import template

from audit_app.domain.quantity import Proportion, Quantity
from tasks_app.domain.numbers import UNKNOWN, interval_text, rate_text

register = template.Library()


@register.simple_tag
def percent(share: float | None) -> str:
    return UNKNOWN if share is None else rate_text(share)


@register.simple_tag
def ends(found: Quantity | Proportion) -> str:
    """The interval of a share, or why there is none."""
    if found.low is None or found.high is None:
        return found.reason
    return interval_text(found.low, found.high)


@register.simple_tag
def coefficient(found: Quantity) -> str:
    """A coefficient with its 95 % interval, or why it is undefined."""
    if found.value is None:
        return found.reason
    if found.low is None or found.high is None:
        return f"{found.value:.3f}"
    note = f", {found.reason}" if found.reason else ""
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f}{note})"
