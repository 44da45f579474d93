"""A table as a value: what to show, without how. HTML is a renderer of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

SortValue = float | str | None


class CellKind(StrEnum):
    """What a cell is, so that a renderer can choose how to show it."""

    TEXT = "text"
    CODE = "code"
    NUMBER = "number"
    RATE = "rate"
    INTERVAL = "interval"
    MARK = "mark"


@dataclass(frozen=True)
class HeaderCell:
    """One column. ``key`` is its name in URLs; ``explanation`` a sentence."""

    key: str
    text: str
    explanation: str = ""
    numeric: bool = False
    sortable: bool = True


@dataclass(frozen=True)
class Cell:
    """One cell.

    ``value`` is what rows are sorted by, at full precision; None is unknown, and ``reason`` then
    says why. ``note`` is a small second line, such as the count
    ``119 / 222`` under a rate. ``low`` and ``high`` (0 to 1) are the ends of an interval on the
    scale that every range bar of the column shares.
    """

    text: str
    value: SortValue = None
    kind: CellKind = CellKind.TEXT
    href: str = ""
    reason: str = ""
    note: str = ""
    low: float | None = None
    high: float | None = None
    css: str = ""


@dataclass(frozen=True)
class Row:
    """Cells in the order of the header; ``key`` becomes the row's anchor in the page."""

    cells: tuple[Cell, ...]
    key: str = ""
    css: str = ""


@dataclass(frozen=True)
class Order:
    """The column that rows are ordered by."""

    key: str
    descending: bool = False


@dataclass(frozen=True)
class Table:
    """A captioned table. ``order`` says how ``rows`` are given; None is an order of its own.

    ``key`` names the table within its page, so that two tables keep their sorting apart.
    ``is_page`` marks one page of a longer list, which only the database can sort.
    """

    key: str
    caption: str
    header: tuple[HeaderCell, ...]
    rows: tuple[Row, ...]
    note: str = ""
    empty: str = "Nothing here yet."
    order: Order | None = None
    is_page: bool = False

    @property
    def sort_keys(self) -> tuple[str, ...]:
        return tuple(cell.key for cell in self.header if cell.sortable)

    def sorted_by(self, order: Order) -> "Table":
        """The same table in another order; KeyError where no sortable column has that key.

        Rows without a value come last in both directions, equal rows keep the order they had,
        and values count at full precision, not as their shown digits.
        """
        if order.key not in self.sort_keys:
            raise KeyError(order.key)
        column = [cell.key for cell in self.header].index(order.key)
        rows = ordered(self.rows, lambda row: row.cells[column].value, order.descending)
        return replace(self, rows=tuple(rows), order=order)

    def with_columns(self, *keys: str) -> "Table":
        """Only the named columns, in the order of the table; KeyError for an unknown one."""
        known = [cell.key for cell in self.header]
        if unknown := set(keys) - set(known):
            raise KeyError(*unknown)
        kept = [index for index, key in enumerate(known) if key in keys]
        rows = (replace(row, cells=tuple(row.cells[index] for index in kept)) for row in self.rows)
        return replace(self, header=tuple(self.header[i] for i in kept), rows=tuple(rows))


def ordered(
    rows: Iterable[Row], value_of: Callable[[Row], SortValue], descending: bool
) -> list[Row]:
    """Stable order by value; None last whichever the direction; numbers apart from text."""
    rows = list(rows)
    known = [row for row in rows if value_of(row) is not None]
    unknown = [row for row in rows if value_of(row) is None]
    return sorted(known, key=lambda row: _rank(value_of(row)), reverse=descending) + unknown


def _rank(value: SortValue) -> tuple[bool, float, str]:
    if isinstance(value, str):
        return (True, 0.0, value.casefold())
    return (False, value or 0.0, "")
