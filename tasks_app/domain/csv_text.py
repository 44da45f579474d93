"""Lines of values as CSV."""

import csv
import io
import math
from collections.abc import Iterable

from tasks_app.domain.table import SortValue

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A text starting so would be run as a formula by a spreadsheet (OWASP, CSV injection)."""


def csv_text(header: Iterable[str], lines: Iterable[Iterable[SortValue]]) -> str:
    """A header as it is, and lines of values; unknown is an empty field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(map(csv_field, line) for line in lines)
    return text.getvalue()


def csv_field(value: SortValue) -> str:
    """A value as a CSV field: unknown is empty, and no text can act as a formula."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_SIGNS) else value
    return repr(value)
