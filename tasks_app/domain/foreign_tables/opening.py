"""Bytes of an unknown table: told by what is in them, not by what the file is called."""

import codecs

from tasks_app.domain.foreign_tables.delimited import DelimitedTable
from tasks_app.domain.foreign_tables.json_tables import json_table
from tasks_app.domain.foreign_tables.limits import LIMITS, TableLimits
from tasks_app.domain.foreign_tables.refusals import no_rows, refused, too_many_bytes
from tasks_app.domain.foreign_tables.rows import ForeignTable

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BINARY_SIGNS = (b"PK\x03\x04", b"\x1f\x8b", b"PAR1", b"\xd0\xcf\x11\xe0", b"SQLite format 3")
"""Zip (and Excel), gzip, Parquet, old Excel, SQLite: files often taken for tables of text."""


def open_table(data: bytes, limits: TableLimits = LIMITS) -> ForeignTable:
    """The table in ``data``. Raises Refused where it is none, or too large."""
    if len(data) > limits.bytes:
        raise too_many_bytes(limits)
    if data.startswith(BINARY_SIGNS):
        hint = "Save the table as CSV, JSON or JSON Lines, and bring that file."
        raise refused("not_a_text", "This is a packed or binary file, not a text.", hint)
    text = _text(data).strip("\ufeff")
    if not text.strip():
        raise no_rows()
    if text.lstrip().startswith(("{", "[")):
        return json_table(text.strip().encode(), limits)
    return DelimitedTable(text, limits)


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-16" if data.startswith(UTF_16) else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"Line {line} is not UTF-8."
        hint = "Save the table with the encoding UTF-8."
        raise refused("wrong_encoding", message, hint, line) from error
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        message = f"Line {line} holds a NUL character."
        raise refused("not_a_text", message, "Save the table as a plain text.", line)
    return text
