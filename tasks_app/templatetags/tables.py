"""``{% table value %}`` shows a ``Table``; sorted as the request's URL asks."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString

from tasks_app.domain.table import Cell, HeaderCell, Row, Table
from tasks_app.web import sorting
from tasks_app.web.cell_html import cell_html

register = template.Library()


@dataclass(frozen=True)
class ShownHeader:
    """A header cell with its link and state, as the template shows it."""

    cell: HeaderCell
    css: str
    heads_rows: bool
    aria_sort: str
    href: str
    about_id: str


@dataclass(frozen=True)
class ShownCell:
    css: str
    html: SafeString
    heads_row: bool


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
    heading = heading_key(table.header)
    header = tuple(
        shown_header(cell, table, query, heads_rows=cell.key == heading) for cell in table.header
    )
    return {
        "table": table,
        "header": header,
        "explained": [shown for shown in header if shown.cell.explanation],
        "rows": [shown_row(row, header) for row in table.rows],
        "sort_note": note,
    }


def heading_key(header: tuple[HeaderCell, ...]) -> str:
    """The column that names the rows, and stays in sight when the rest is scrolled: the first
    that is not a number, so the agent and not its rank."""
    return next((cell.key for cell in header if not cell.numeric), header[0].key)


def shown_header(cell: HeaderCell, table: Table, query: QueryDict, heads_rows: bool) -> ShownHeader:
    current = table.order if table.order and table.order.key == cell.key else None
    link = sorting.sort_link(query, table.key, sorting.next_order(cell, table.order))
    names = ["num" if cell.numeric else "", "is-sorted" if current else ""]
    names += ["heads-rows"] if heads_rows else []
    return ShownHeader(
        cell=cell,
        css=" ".join(filter(None, names)),
        heads_rows=heads_rows,
        aria_sort="" if not current else "descending" if current.descending else "ascending",
        href=f"{link}#{table.key}" if cell.sortable and len(table.rows) > 1 else "",
        about_id=f"{table.key}-about-{cell.key}" if cell.explanation else "",
    )


def shown_row(row: Row, header: tuple[ShownHeader, ...]) -> ShownRow:
    cells = (shown_cell(cell, head) for cell, head in zip(row.cells, header, strict=True))
    return ShownRow(row, tuple(cells))


def shown_cell(cell: Cell, head: ShownHeader) -> ShownCell:
    names = (head.css, f"kind-{cell.kind}", cell.css)
    return ShownCell(" ".join(filter(None, names)), cell_html(cell), head.heads_rows)
