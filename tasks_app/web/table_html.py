"""Rows of a table as HTML: written in Python and not as a template, since a board has a thousand
cells. Every text is escaped where it is put in; nothing else is interpolated but numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

from tasks_app.domain import numbers
from tasks_app.domain.table import Cell, CellKind, Row


@dataclass(frozen=True)
class Column:
    """What the cells of a column share: their classes, and whether they name their rows."""

    css: str
    heads_rows: bool


def row_html(table_key: str, row: Row, columns: Sequence[Column]) -> SafeString:
    """One ``tr``; a row with a key can be linked to as ``#<table key>-<row key>``."""
    anchor = f' id="{escape(f"{table_key}-{row.key}")}"' if row.key else ""
    css = f' class="{escape(row.css)}"' if row.css else ""
    cells = "".join(
        _cell_element(cell, column) for cell, column in zip(row.cells, columns, strict=True)
    )
    return SafeString(f"<tr{anchor}{css}>{cells}</tr>")


def _cell_element(cell: Cell, column: Column) -> str:
    names = " ".join(filter(None, (column.css, f"kind-{cell.kind}", cell.css)))
    start, end = ('th scope="row"', "th") if column.heads_rows else ("td", "td")
    return f'<{start} class="{escape(names)}">{_text(cell)}{_note(cell)}{_bar(cell)}</{end}>'


def _text(cell: Cell) -> str:
    text, reason = escape(cell.text), escape(cell.reason)
    if cell.value is None and reason:
        return (
            f'<span class="unknown" title="{reason}"><span aria-hidden="true">{text}</span>'
            f'<span class="unseen">Unknown: {reason}</span></span>'
        )
    title = f' title="{reason}"' if reason else ""
    if cell.href:
        return f'<a href="{escape(cell.href)}"{title}>{text}</a>'
    return f"<span{title}>{text}</span>" if title else text


def _note(cell: Cell) -> str:
    written = ""
    if cell.kind is CellKind.INTERVAL and cell.low is not None and cell.high is not None:
        interval = numbers.interval_text(cell.low, cell.high)
        written = f'<span class="interval">{interval}</span>'
    if not (cell.note or written):
        return ""
    return f'<small class="cell-note">{escape(cell.note)}{written}</small>'


def _bar(cell: Cell) -> str:
    """A bar from low to high with a mark at the value."""
    if cell.low is None or cell.high is None:
        return ""
    value = cell.value if isinstance(cell.value, int | float) else None
    label = f"95 % interval {_interval(cell.kind, cell.low, cell.high)}"
    return _svg(cell.low, max(cell.high, cell.low + 0.01), _point(value), label)


def _interval(kind: CellKind, low: float, high: float) -> str:
    """In the words of the cell: a score is no percentage."""
    if kind is CellKind.NUMBER:
        return f"{numbers.score_text(low)}{numbers.RANGE}{numbers.score_text(high)}"
    return f"{numbers.interval_text(low, high)} %"


def _point(value: float | None) -> str:
    if value is None:
        return ""
    # The mark is 1.5 wide, and that of 100 % lies within the scale.
    return f'<rect class="range-point" x="{_x(0.985 * value)}" y="0" width="1.5" height="6"/>'


def _svg(start: float, end: float, point: str, label: str) -> str:
    return (
        f'<svg class="range" viewBox="0 0 100 6" width="100" height="6"'
        f' preserveAspectRatio="none" role="img" aria-label="{label}">'
        '<rect class="range-scale" x="0" y="2.5" width="100" height="1"/>'
        f'<rect class="range-span" x="{_x(start)}" y="1" width="{_x(end - start)}" height="4"/>'
        f"{point}</svg>"
    )


def _x(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.2f}"
