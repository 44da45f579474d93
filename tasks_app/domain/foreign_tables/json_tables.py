"""JSON as a table: a list of objects, an object of objects, or an object a line."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import msgspec

from tasks_app.domain.foreign_tables.limits import TableLimits
from tasks_app.domain.foreign_tables.nested import OBJECT, Wanted, flat_cells
from tasks_app.domain.foreign_tables.refusals import no_rows, refused, too_many_rows
from tasks_app.domain.foreign_tables.rows import KEY_COLUMN, ForeignRow

LIST = msgspec.json.Decoder(list[msgspec.Raw])
DOCUMENT = msgspec.json.Decoder(msgspec.Raw)
JSON_ERRORS = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
HINT = "Write one JSON list of objects, or one object a line; null where a value is unknown."


@dataclass(frozen=True)
class JsonRecord:
    """One row before it is decoded; ``key`` is its name in an object of objects."""

    number: int
    raw: msgspec.Raw
    key: str | None = None


class JsonTable:
    """Rows that are decoded one by one, and of each only what is asked for."""

    def __init__(self, records: list[JsonRecord], place_word: str, limits: TableLimits) -> None:
        if not records:
            raise no_rows()
        if len(records) > limits.rows:
            raise too_many_rows(limits)
        self.records = records
        self.place_word = place_word
        self.limits = limits
        names = self._names()
        if not names:
            raise refused("no_objects", "No row of this file has named values.", HINT)
        self.columns = tuple(names[: limits.columns])
        left_out = f"Only the first {limits.columns} of its columns are offered."
        self.notes: tuple[str, ...] = (left_out,) if len(names) > limits.columns else ()

    def rows(self, columns: Collection[str] | None = None) -> Iterator[ForeignRow]:
        wanted = Wanted(columns)
        for record in self.records:
            yield self._row(record, wanted)

    def _row(self, record: JsonRecord, wanted: Wanted) -> ForeignRow:
        key = {} if record.key is None else {KEY_COLUMN: record.key}
        try:
            return ForeignRow(record.number, key | flat_cells(record.raw, wanted, self.limits))
        except JSON_ERRORS as error:
            return ForeignRow(record.number, {}, f"It is no JSON object that can be read: {error}.")

    def _names(self) -> list[str]:
        """The columns of the first rows, in the order in which they appear."""
        names: dict[str, None] = {}
        for record in self.records[: self.limits.sampled]:
            names.update(dict.fromkeys(self._row(record, Wanted(None)).cells))
            if len(names) > self.limits.columns:
                break
        return list(names)


def json_table(data: bytes, limits: TableLimits) -> JsonTable:
    """A JSON document, or JSON Lines. Raises Refused."""
    try:
        document = DOCUMENT.decode(data)
    except JSON_ERRORS as error:
        if _begins_with_a_row(data):
            return _lines_table(data, limits)
        raise refused("invalid_json", f"The file is no valid JSON: {error}.", HINT) from error
    return JsonTable(_records(document), "row", limits)


def _begins_with_a_row(data: bytes) -> bool:
    """Whether the first line is an object by itself, as it is in JSON Lines."""
    try:
        return bool(OBJECT.decode(data.split(b"\n", 1)[0]))
    except JSON_ERRORS:
        return False


def _lines_table(data: bytes, limits: TableLimits) -> JsonTable:
    if data.count(b"\n") > 2 * limits.rows:
        raise too_many_rows(limits)
    records = [
        JsonRecord(number, msgspec.Raw(line))
        for number, line in enumerate(data.split(b"\n"), start=1)
        if line.strip()
    ]
    return JsonTable(records, "line", limits)


def _records(document: msgspec.Raw) -> list[JsonRecord]:
    if _sign(document) == b"[":
        return _listed(document)
    members = OBJECT.decode(document)
    if members and all(_sign(value) == b"{" for value in members.values()):
        return [JsonRecord(n, raw, key) for n, (key, raw) in enumerate(members.items(), start=1)]
    lists = [value for value in members.values() if _sign(value) == b"["]
    rows = [records for value in lists if (records := _listed(value)) and _is_object(records[0])]
    if len(rows) == 1:
        return rows[0]  # a list of results, wrapped in an object with facts about them
    return [JsonRecord(1, document)]


def _listed(raw: msgspec.Raw) -> list[JsonRecord]:
    return [JsonRecord(number, item) for number, item in enumerate(LIST.decode(raw), start=1)]


def _is_object(record: JsonRecord) -> bool:
    return _sign(record.raw) == b"{"


def _sign(raw: msgspec.Raw) -> bytes:
    return bytes(memoryview(raw)[:1])
