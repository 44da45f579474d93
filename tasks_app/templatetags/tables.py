"""``{% table value %}`` shows a ``Table``; sorted as the request's URL asks."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.http import HttpRequest, QueryDict

from tasks_app.domain import numbers
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.web import sorting

register = template.Library()


@dataclass(frozen=True)
class ShownHeader:
    """A header cell with its link and state, as the template shows it."""

    cell: HeaderCell
    css: str
    aria_sort: str
    href: str
    about_id: str


@dataclass(frozen=True)
class ShownCell:
    cell: Cell
    css: str
    range_bar: "RangeBar | None"
    is_row_header: bool


@dataclass(frozen=True)
class RangeBar:
    """An interval on a scale from 0 to 100, with the point where it is known."""

    start: str
    width: str
    point: str
    text: str


@dataclass(frozen=True)
class ShownRow:
    row: Row
    cells: tuple[ShownCell, ...]


@register.inclusion_tag("includes/_table.html", takes_context=True, name="table")
def table_tag(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Render ``table`` in its scroll box, with sort links and column explanations."""
    request: HttpRequest | None = context.get("request")
    query = request.GET if request else QueryDict()
    table, note = sorting.arranged(table, query)
    header = tuple(shown_header(cell, table, query) for cell in table.header)
    return {
        "table": table,
        "header": header,
        "explained": [shown for shown in header if shown.cell.explanation],
        "rows": [shown_row(row, table.header, table.order) for row in table.rows],
        "sort_note": note,
    }


def shown_header(cell: HeaderCell, table: Table, query: QueryDict) -> ShownHeader:
    current = table.order if table.order and table.order.key == cell.key else None
    link = sorting.sort_link(query, table.key, sorting.next_order(cell, table.order))
    classes = ["num" if cell.numeric else "", "is-sorted" if current else ""]
    return ShownHeader(
        cell=cell,
        css=" ".join(filter(None, classes)),
        aria_sort="" if not current else "descending" if current.descending else "ascending",
        href=f"{link}#{table.key}" if cell.sortable and len(table.rows) > 1 else "",
        about_id=f"{table.key}-about-{cell.key}" if cell.explanation else "",
    )


def shown_row(row: Row, header: tuple[HeaderCell, ...], order: Order | None) -> ShownRow:
    return ShownRow(
        row,
        tuple(
            shown_cell(cell, column, order, is_row_header=index == 0)
            for index, (cell, column) in enumerate(zip(row.cells, header, strict=True))
        ),
    )


def shown_cell(
    cell: Cell, column: HeaderCell, order: Order | None, is_row_header: bool
) -> ShownCell:
    is_sorted = order is not None and order.key == column.key
    names = ["num" if column.numeric else "", f"kind-{cell.kind}", cell.css]
    names += ["is-sorted"] if is_sorted else []
    return ShownCell(cell, " ".join(filter(None, names)), range_bar(cell), is_row_header)


def range_bar(cell: Cell) -> RangeBar | None:
    """The bar of a cell with an interval, or of a plain share where the cell asks for one."""
    value = cell.value if isinstance(cell.value, int | float) else None
    if cell.kind is CellKind.BAR and value is not None:
        return RangeBar("0", _percent(value), "", "")
    if cell.low is None or cell.high is None:
        return None
    return RangeBar(
        start=_percent(cell.low),
        width=_percent(max(cell.high - cell.low, 0.01)),
        point="" if value is None else _percent(value),
        text=numbers.interval_text(cell.low, cell.high),
    )


def _percent(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.2f}"
