"""``{% table value %}`` shows a ``Table``; sorted as the request's URL asks."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.http import HttpRequest, QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tasks_app.domain.table import HeaderCell, Table
from tasks_app.web import sorting
from tasks_app.web.table_html import Column, row_html

register = template.Library()


@dataclass(frozen=True)
class ShownHeader:
    """A header cell with its link and state, as the template shows it."""

    cell: HeaderCell
    css: str
    aria_sort: str
    href: str
    about_id: str


@register.inclusion_tag("includes/_table.html", takes_context=True, name="table")
def table_tag(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Render ``table`` in its scroll box, with sort links and column explanations."""
    request: HttpRequest | None = context.get("request")
    query = request.GET if request else QueryDict()
    table, note = sorting.arranged(table, query)
    columns = [column(cell, table) for cell in table.header]
    header = [
        shown_header(cell, table, query, shared.css)
        for cell, shared in zip(table.header, columns, strict=True)
    ]
    return {
        "table": table,
        "header": header,
        "explained": [shown for shown in header if shown.cell.explanation],
        "rows": [row_html(table.key, row, columns) for row in table.rows],
        "sort_note": note,
    }


@register.simple_tag(takes_context=True)
def kept_sort(context: dict[str, Any], table_key: str) -> SafeString:
    """A hidden field that keeps a list's order when its filters are submitted as a form."""
    name = sorting.sort_parameter(table_key)
    value = context["request"].GET.get(name, "")
    if not value:
        return SafeString("")
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)


def heading_key(header: tuple[HeaderCell, ...]) -> str:
    """The column that names the rows, and stays in sight when the rest is scrolled: the first
    that is not a number, so the agent and not its rank."""
    return next((cell.key for cell in header if not cell.numeric), header[0].key)


def column(cell: HeaderCell, table: Table) -> Column:
    heads_rows = cell.key == heading_key(table.header)
    is_sorted = table.order is not None and table.order.key == cell.key
    names = {"num": cell.numeric, "is-sorted": is_sorted, "heads-rows": heads_rows}
    return Column(" ".join(name for name, applies in names.items() if applies), heads_rows)


def shown_header(cell: HeaderCell, table: Table, query: QueryDict, css: str) -> ShownHeader:
    current = table.order if table.order and table.order.key == cell.key else None
    link = sorting.sort_link(query, table.key, sorting.next_order(cell, table.order))
    return ShownHeader(
        cell=cell,
        css=css,
        aria_sort="" if not current else "descending" if current.descending else "ascending",
        href=f"{link}#{table.key}" if cell.sortable and len(table.rows) > 1 else "",
        about_id=f"{table.key}-about-{cell.key}" if cell.explanation else "",
    )
