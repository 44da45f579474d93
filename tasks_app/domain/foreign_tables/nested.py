"""One JSON object as cells named by dotted keys, without decoding what nobody asked for."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from tasks_app.domain.foreign_tables.limits import TableLimits
from tasks_app.domain.foreign_tables.rows import Scalar

OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
SCALAR: msgspec.json.Decoder[Any] = msgspec.json.Decoder(str | int | float | bool | None)

NUL = b"\\u0000"


class Wanted:
    """Which dotted names are asked for, and which objects have to be entered for them."""

    def __init__(self, columns: Collection[str] | None) -> None:
        self.everything = columns is None
        self.names = frozenset(columns or ())
        self.above = frozenset(
            name[:place]
            for name in self.names
            for place, letter in enumerate(name)
            if letter == "."
        )

    def cell(self, name: str) -> bool:
        return self.everything or name in self.names

    def inside(self, name: str) -> bool:
        return self.everything or name in self.above


def flat_cells(raw: msgspec.Raw, wanted: Wanted, limits: TableLimits) -> dict[str, Scalar]:
    """The plain values of an object by dotted name; lists and very long texts are passed over.

    Raises msgspec.DecodeError, RecursionError or UnicodeDecodeError where it is no object.
    """
    return dict(_cells(raw, "", wanted, limits, limits.depth))


def _cells(
    raw: msgspec.Raw, above: str, wanted: Wanted, limits: TableLimits, depth: int
) -> Iterator[tuple[str, Scalar]]:
    for key, value in OBJECT.decode(raw).items():
        name = f"{above}.{key}" if above else key
        sign = bytes(memoryview(value)[:1])
        if sign == b"{":
            if depth > 1 and wanted.inside(name):
                yield from _cells(value, name, wanted, limits, depth - 1)
        elif sign != b"[" and wanted.cell(name) and _is_plain(name, value, limits):
            yield name, SCALAR.decode(value)


def _is_plain(name: str, value: msgspec.Raw, limits: TableLimits) -> bool:
    """Whether a value is short, and neither it nor its name has a NUL, which no database keeps."""
    text = bytes(memoryview(value)[: limits.cell_characters + 1])
    return len(text) <= limits.cell_characters and NUL not in text and "\x00" not in name
