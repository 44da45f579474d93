"""A stretch of an ordered list, held by the key of a row and not by a row number.

New rows therefore shift nothing: what followed a row still follows it (keyset paging).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")
Stored = TypeVar("Stored")
Position = tuple[Any, ...]


@dataclass(frozen=True)
class Window:
    """At most ``limit`` rows in ``order``, after (or, ``backwards``, before) a ``position``.

    ``order`` names fields, descending with a leading "-"; together they must be unique and none
    may be null. ``position`` holds one value per field of ``order``; None starts at the beginning.
    """

    order: tuple[str, ...]
    limit: int
    position: Position | None = None
    backwards: bool = False

    @property
    def reading_order(self) -> tuple[str, ...]:
        """The order in which to read: reversed when going backwards, nearest row first."""
        return tuple(_reversed(field) for field in self.order) if self.backwards else self.order

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(field.removeprefix("-") for field in self.order)

    def conditions(self) -> Iterator[Mapping[str, Any]]:
        """Alternatives (field look-ups, in Django's words), one of which a row must meet.

        For (a, b) after (1, 2): a > 1, or a = 1 and b > 2.
        """
        equal: dict[str, Any] = {}
        for field, value in zip(self.reading_order, self.position or (), strict=False):
            name = field.removeprefix("-")
            yield equal | {f"{name}__{'lt' if field.startswith('-') else 'gt'}": value}
            equal[name] = value


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows in display order; before and after which positions there are others, if any."""

    rows: tuple[Row, ...]
    before: Position | None
    after: Position | None


def page_of(
    read: Sequence[Stored],
    window: Window,
    position_of: Callable[[Stored], Position],
    as_row: Callable[[Stored], Row],
) -> Page[Row]:
    """The page of a window, from ``limit + 1`` rows in the window's reading order.

    Whoever came from a position finds the way back without a look at what lies there.
    """
    kept = list(read[: window.limit])
    if window.backwards:
        kept.reverse()
    more, came_from = len(read) > window.limit, window.position is not None
    has_before, has_after = (more, True) if window.backwards else (came_from, more)
    first = position_of(kept[0]) if kept else window.position
    last = position_of(kept[-1]) if kept else window.position
    return Page(
        rows=tuple(map(as_row, kept)),
        before=first if has_before else None,
        after=last if has_after else None,
    )


def _reversed(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"
