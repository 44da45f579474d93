"""A table as CSV or as JSON, from the same value that the page shows."""

import csv
import io
import math
from collections.abc import Iterable, Iterator
from typing import Any

from tasks_app.domain.table import Cell, SortValue, Table

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A text starting so would be run as a formula by a spreadsheet (OWASP, CSV injection)."""


def table_csv(table: Table) -> str:
    """A header of keys and a line a row; unknown is an empty field.

    A column with intervals gets ``<key>_low`` and ``<key>_high`` beside it.
    """
    ranged = [_has_range(table, column) for column in range(len(table.header))]
    header = (
        name
        for cell, with_range in zip(table.header, ranged, strict=True)
        for name in _names(cell.key, with_range)
    )
    lines = (
        (
            value
            for cell, with_range in zip(row.cells, ranged, strict=True)
            for value in _values(cell, with_range)
        )
        for row in table.rows
    )
    return csv_text(header, lines)


def csv_text(header: Iterable[str], lines: Iterable[Iterable[SortValue]]) -> str:
    """A header as it is, and lines of values; unknown is an empty field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(map(csv_field, line) for line in lines)
    return text.getvalue()


def table_json(table: Table) -> dict[str, Any]:
    """{key, caption, columns: [{key, text, explanation}], rows: [{key: value or object}]}.

    A cell with an interval or a reason is an object {value, low, high, reason}, without what it
    lacks; any other is its bare value.
    """
    return {
        "key": table.key,
        "caption": table.caption,
        "columns": [
            {"key": cell.key, "text": cell.text, "explanation": cell.explanation}
            for cell in table.header
        ],
        "rows": [
            {head.key: _json_cell(cell) for head, cell in zip(table.header, row.cells, strict=True)}
            for row in table.rows
        ],
    }


def _has_range(table: Table, column: int) -> bool:
    return any(row.cells[column].low is not None for row in table.rows)


def _names(key: str, with_range: bool) -> Iterator[str]:
    yield key
    if with_range:
        yield from (f"{key}_low", f"{key}_high")


def _values(cell: Cell, with_range: bool) -> Iterator[SortValue]:
    yield cell.value
    if with_range:
        yield from (cell.low, cell.high)


def csv_field(value: SortValue) -> str:
    """A value as a CSV field: unknown is empty, and no text can act as a formula."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_SIGNS) else value
    return repr(value)


def _json_cell(cell: Cell) -> Any:
    extras = {"low": cell.low, "high": cell.high, "reason": cell.reason or None}
    known = {name: extra for name, extra in extras.items() if extra is not None}
    return {"value": cell.value, **known} if known else cell.value
