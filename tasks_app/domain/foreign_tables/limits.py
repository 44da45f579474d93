"""What a table may be at most; ``CELL_CHARACTERS`` is less than what the csv module takes."""

from dataclasses import dataclass

MIB = 1024**2


@dataclass(frozen=True)
class TableLimits:
    """``depth`` counts the names in a dotted column, ``sampled`` the rows asked for columns."""

    bytes: int = 64 * MIB
    rows: int = 200_000
    columns: int = 400
    cell_characters: int = 20_000
    depth: int = 6
    sampled: int = 1_000


LIMITS = TableLimits()


WEB_LIMITS = TableLimits(bytes=32 * MIB, rows=50_000)
"""Of tables that come through a page: they are read while somebody waits."""
