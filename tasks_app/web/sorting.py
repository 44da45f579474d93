"""Sorting of tables by links, with the state in the URL: ``?runs.sort=-created``.

Each table of a page has its own parameter, and every other parameter of the URL is kept, so
that two tables, filters and a reload never fight (``page`` and ``cursor`` parameters of the
same table are dropped: another order has another first page).
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.http import QueryDict

from tasks_app.domain.table import HeaderCell, Order, Table

SORT_SUFFIX = ".sort"


@dataclass(frozen=True)
class Sorting:
    """The order that a URL asks for; ``note`` tells the reader what was ignored."""

    order: Order | None
    note: str = ""


def sort_parameter(table_key: str) -> str:
    return table_key + SORT_SUFFIX


def cursor_parameter(table_key: str) -> str:
    return table_key + ".at"


def requested_order(
    query: QueryDict, table_key: str, keys: tuple[str, ...], default: Order | None = None
) -> Sorting:
    """The order in the URL if it names one of ``keys``, else ``default`` and a note."""
    text = query.get(sort_parameter(table_key), "")
    order = Order(text.removeprefix("-"), text.startswith("-"))
    if not text:
        return Sorting(default)
    if order.key not in keys:
        return Sorting(default, f"There is no column “{order.key[:60]}” to sort by here.")
    return Sorting(order)


def arranged(table: Table, query: QueryDict) -> tuple[Table, str]:
    """``table`` in the order the URL asks for, and a note for its reader (often empty)."""
    sorting = requested_order(query, table.key, table.sort_keys, table.order)
    if table.is_page or sorting.order is None or sorting.order == table.order:
        return table, sorting.note
    return table.sorted_by(sorting.order), sorting.note


def next_order(header: HeaderCell, current: Order | None) -> Order:
    """What a click on ``header`` asks for: numbers start with the largest, text with A."""
    if current is not None and current.key == header.key:
        return Order(header.key, not current.descending)
    return Order(header.key, header.numeric)


def sort_link(query: QueryDict, table_key: str, order: Order) -> str:
    """The query string that asks for ``order`` and keeps everything else."""
    return link(
        query,
        **{
            sort_parameter(table_key): ("-" if order.descending else "") + order.key,
            cursor_parameter(table_key): None,
        },
    )


def link(query: QueryDict, **changes: str | None) -> str:
    """The current query string with some parameters set, or dropped where None."""
    changed = query.copy()
    for name, value in changes.items():
        changed.pop(name, None)
        if value is not None:
            changed[name] = value
    return "?" + changed.urlencode()


def list_state(query: QueryDict, table_key: str, names: Collection[str]) -> str:
    """What of the query string selects and sorts a list, to be handed on to a row's own page."""
    kept = QueryDict(mutable=True)
    for name in (*names, sort_parameter(table_key)):
        if query.get(name):
            kept[name] = query[name]
    return kept.urlencode()
