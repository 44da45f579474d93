"""Makers of table cells, so that the same kind of number looks the same in every table."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tasks_app.domain import numbers
from tasks_app.domain.table import Cell, CellKind


def unknown_cell(reason: str, kind: CellKind = CellKind.NUMBER) -> Cell:
    """An en dash with the reason; sorts last in both directions. Unknown is never 0."""
    return Cell(numbers.UNKNOWN, None, kind, reason=reason)


def text_cell(text: str, href: str = "", note: str = "", css: str = "") -> Cell:
    return Cell(text, text, CellKind.TEXT, href=href, note=note, css=css)


def code_cell(text: str, href: str = "", css: str = "") -> Cell:
    """An identifier or a digest, in monospace."""
    return Cell(text, text, CellKind.CODE, href=href, css=css)


def count_cell(count: int, href: str = "") -> Cell:
    return Cell(numbers.count_text(count), count, CellKind.NUMBER, href=href)


def amount_cell(amount: float | None, reason: str = "", href: str = "") -> Cell:
    """A plain number with at most one decimal; None needs a reason."""
    if amount is None:
        return unknown_cell(reason)
    return Cell(numbers.amount_text(amount), amount, CellKind.NUMBER, href=href)


def score_cell(score: float | None, reason: str = "", href: str = "") -> Cell:
    """A reward or score of 0 to 1; None needs a reason."""
    if score is None:
        return unknown_cell(reason)
    return Cell(numbers.score_text(score), score, CellKind.NUMBER, href=href)


def units_cell(units: float | None, reason: str = "", href: str = "") -> Cell:
    """Abstract units; None needs a reason."""
    if units is None:
        return unknown_cell(reason)
    return Cell(numbers.units_text(units), units, CellKind.NUMBER, href=href)


def dollars_cell(dollars: float | None, reason: str = "", href: str = "") -> Cell:
    """US dollars; None needs a reason: an unknown price is not a price of 0."""
    if dollars is None:
        return unknown_cell(reason)
    return Cell(numbers.dollars_text(dollars), dollars, CellKind.NUMBER, href=href)


def rate_cell(
    rate: Mapping[str, Any], href: str = "", css: str = "", kind: CellKind = CellKind.RATE
) -> Cell:
    """A rate {value, low, high, numerator, denominator, reason} as percent with its count.

    ``low`` and ``high`` may be absent; with ``CellKind.INTERVAL`` they are also written out.
    """
    if rate.get("value") is None:
        return unknown_cell(str(rate.get("reason") or "Not known."), kind)
    numerator, denominator = rate.get("numerator"), rate.get("denominator")
    has_count = numerator is not None and denominator is not None
    return Cell(
        numbers.rate_text(rate["value"]),
        rate["value"],
        kind,
        href=href,
        note=numbers.fraction_text(numerator or 0, denominator or 0) if has_count else "",
        low=rate.get("low"),
        high=rate.get("high"),
        css=css,
    )


def share_cell(numerator: int, denominator: int, reason: str = "", href: str = "") -> Cell:
    """``numerator`` of ``denominator`` as a rate; undefined over nothing."""
    value = numerator / denominator if denominator else None
    return rate_cell(
        {
            "value": value,
            "numerator": numerator,
            "denominator": denominator,
            "reason": reason or "There is nothing to count yet.",
        },
        href=href,
    )


def mark_cell(fact: bool | None, reason: str = "", words: tuple[str, str] = ("yes", "no")) -> Cell:
    """Yes or no, told by a word and a sign, not by colour alone; None needs a reason."""
    if fact is None:
        return unknown_cell(reason, CellKind.MARK)
    css = "is-yes" if fact else "is-no"
    return Cell(words[0] if fact else words[1], float(fact), CellKind.MARK, css=css)


def time_cell(moment: datetime | None, reason: str = "") -> Cell:
    """A moment to the minute, in UTC as every page says."""
    if moment is None:
        return unknown_cell(reason, CellKind.TEXT)
    return Cell(f"{moment:%Y-%m-%d %H:%M}", moment.timestamp(), CellKind.TEXT, css="when")


def web_href(address: object) -> str:
    """An address that strangers gave, if it leads to the web; a script or a file is no link."""
    text = str(address or "")
    return text if text.startswith(("https://", "http://")) else ""


def heat_class(share: float | None) -> str:
    """The step, 0 to 10, of the sequential scale that stands behind a share."""
    return "" if share is None else f"heat heat-{round(10 * min(1, max(0, share)))}"
