"""Tables that people bring: CSV, JSON and JSON Lines as rows of named cells.

Nothing is guessed about what a column means, and nothing of a file is believed: bytes, rows and
columns are bounded, nested values are entered to a bounded depth and lists not at all.
"""

from tasks_app.domain.foreign_tables.opening import open_table
from tasks_app.domain.foreign_tables.rows import KEY_COLUMN, ForeignRow, ForeignTable, Scalar

__all__ = ["KEY_COLUMN", "ForeignRow", "ForeignTable", "Scalar", "open_table"]
