"""CSV, and its relatives with semicolons, tabs or bars: a header and a row for each record.

The csv module tells a short row from a whole one and on which line it is, which pandas does not.
"""

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator

from tasks_app.domain.foreign_tables.limits import TableLimits
from tasks_app.domain.foreign_tables.refusals import no_rows, refused, too_many_rows
from tasks_app.domain.foreign_tables.rows import ForeignRow

DELIMITERS = ",;\t|"


class DelimitedTable:
    """A text with a header in its first line that is not empty."""

    place_word = "line"
    notes: tuple[str, ...] = ()

    def __init__(self, text: str, limits: TableLimits) -> None:
        self.text = text
        self.limits = limits
        first_line = next((line for line in io.StringIO(text) if line.strip()), "")
        self.delimiter = max(DELIMITERS, key=_outside_quotes(first_line).count)
        records = self._records()
        header = next(records, None)
        if header is None or next(records, None) is None:
            raise no_rows()
        self.columns = _column_names(header[1], limits)

    def rows(self, columns: Collection[str] | None = None) -> Iterator[ForeignRow]:
        places = [
            (place, name)
            for place, name in enumerate(self.columns)
            if columns is None or name in columns
        ]
        records = self._records()
        next(records, None)
        for count, (line, fields) in enumerate(records, start=1):
            if count > self.limits.rows:
                raise too_many_rows(self.limits)
            fault = _fault(fields, len(self.columns))
            cells = {} if fault else {name: fields[place] for place, name in places}
            yield ForeignRow(line, cells, fault)

    def _records(self) -> Iterator[tuple[int, list[str]]]:
        """Each record that is not empty, with the line it begins on."""
        reader = csv.reader(io.StringIO(self.text, newline=""), delimiter=self.delimiter)
        line = 1
        try:
            for fields in reader:
                if fields:
                    yield line, fields
                line = reader.line_num + 1
        except csv.Error as error:
            hint = "Look for a quotation mark that is never closed."
            raise refused("unreadable_table", f"Line {line}: {error}.", hint, line) from error


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])


def _fault(fields: list[str], expected: int) -> str:
    if len(fields) == expected:
        return ""
    return f"It has {len(fields)} fields, the header has {expected}."


def _column_names(header: list[str], limits: TableLimits) -> tuple[str, ...]:
    """The names of the header; a blank one is called by its place."""
    names = [text.strip() or f"(column {place})" for place, text in enumerate(header, start=1)]
    if len(names) > limits.columns:
        message = f"The table has {len(names):,} columns; {limits.columns} are the most."
        raise refused("too_many_columns", message, "Leave out what is not needed.", 1)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        message = f'Two columns are named "{twice[0][:60]}".'
        raise refused("duplicate_column", message, "Give each column a name of its own.", 1)
    return tuple(names)
