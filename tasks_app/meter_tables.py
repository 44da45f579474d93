"""The tables of a meter task, whose artifacts and criteria are whatever JSON its bundle holds."""

from collections.abc import Sequence
from typing import Any

from tasks_app.domain.canonical import canonical_json
from tasks_app.domain.cells import code_cell, text_cell
from tasks_app.domain.meter_task import MeterView
from tasks_app.domain.table import Cell, HeaderCell, Row, Table

NAMES = ("path", "name", "file", "id", "text")
"""Keys that name an item of a list, the first that it has."""


def items_of(value: Any) -> Sequence[Any]:
    """A JSON value as a list: criteria may be one, a text or an object."""
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, dict):
        return [{"name": key, "value": part} for key, part in value.items()]
    return [] if value in (None, "") else [value]


def item_table(key: str, caption: str, items: Sequence[Any]) -> Table:
    """One row an item: what names it, and what else the bundle says of it."""
    header = (HeaderCell("item", "What"), HeaderCell("details", "Details", sortable=False))
    rows = tuple(Row(_item_cells(item)) for item in items)
    table = Table(key, caption, header, rows, empty="The bundle names none.")
    told = any(row.cells[1].text for row in rows)
    return table if told else table.with_columns("item")


def _item_cells(item: Any) -> tuple[Cell, Cell]:
    if not isinstance(item, dict):
        return text_cell(_plain(item), css="wide"), text_cell("")
    named = next((key for key in NAMES if isinstance(item.get(key), str)), None)
    details = [f"{key}: {_plain(value)}" for key, value in item.items() if key != named]
    return code_cell(item[named] if named else ""), text_cell("; ".join(details), css="wide")


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value).decode()


def descriptions(task: MeterView) -> list[tuple[str, str]]:
    """(name, text) of every wording that the bundle declares."""
    wordings = task.descriptions
    generic = [("generic", wordings.generic)] if wordings.generic is not None else []
    return [("original", wordings.original), *generic, *sorted(wordings.by_source.items())]
