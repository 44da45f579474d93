"""What every format of a table comes to: named columns, and rows of plain cells."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

Scalar = str | int | float | bool | None

KEY_COLUMN = "@key"
"""The column of the keys where a JSON object holds one row under each key."""


@dataclass(frozen=True)
class ForeignRow:
    """One row. ``number`` is what its table's ``place_word`` counts; ``fault`` says, where it is
    not empty, why the row could not be read. A column that is not in ``cells`` has no value."""

    number: int
    cells: Mapping[str, Scalar]
    fault: str = ""


class ForeignTable(Protocol):
    """``place_word`` is ``line`` where rows are lines of a text, else ``row``."""

    place_word: str
    columns: tuple[str, ...]
    notes: tuple[str, ...]

    def rows(self, columns: Collection[str] | None = None) -> Iterator[ForeignRow]:
        """All rows in their order, with the named columns only; None is every column.

        Raises Refused where there are too many rows.
        """
