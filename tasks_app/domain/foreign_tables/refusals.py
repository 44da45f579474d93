"""The ways in which a whole table is refused."""

from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.foreign_tables.limits import TableLimits


def refused(code: str, message: str, hint: str, line: int | None = None) -> Refused:
    return Refused((Problem(code, message, hint, line=line),))


def too_many_bytes(limits: TableLimits) -> Refused:
    most = f"{limits.bytes / 1024**2:g} MiB"
    message = f"The table has more than {most}, the most that this site takes."
    return refused("table_too_large", message, "Leave out what no column needs, or split it.")


def too_many_rows(limits: TableLimits) -> Refused:
    message = f"The table has more than {limits.rows:,} rows."
    return refused("too_many_rows", message, "Split it into several files.")


def no_rows() -> Refused:
    hint = "A table has one row for each run of a task."
    return refused("no_rows", "There are no rows in this file.", hint)
