"""Candidates as people send them: a table with task_id, source and text."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from runs_app.domain.descriptions import CANDIDATE, DESCRIPTION_LENGTH, GENERIC, ORIGINAL
from tasks_app.domain.descriptions.gate import MOST_CHARACTERS
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.foreign_tables import ForeignRow, open_table
from tasks_app.domain.foreign_tables.limits import MIB, TableLimits

COLUMNS = ("task_id", "source", "text")
LIMITS = TableLimits(bytes=MIB, rows=500, columns=20, cell_characters=MOST_CHARACTERS)
PAIR = " x "
"""Between the model and the CLI of a configuration's key."""


@dataclass(frozen=True)
class CandidateRow:
    """A wording of a task for a source configuration, not yet looked at by the gate."""

    task_id: str
    source: str
    text: str


def read_candidates(data: bytes, task_ids: Collection[str]) -> tuple[CandidateRow, ...]:
    """The rows of a CSV or JSON Lines file. Raises Refused with every problem, by line."""
    table = open_table(data, LIMITS)
    missing = [column for column in COLUMNS if column not in table.columns]
    if missing:
        hint = f"The columns are {', '.join(COLUMNS)}."
        message = f"There is no column {', '.join(missing)}."
        raise Refused((Problem("missing_column", message, hint),))
    rows, problems = [], []
    for row in table.rows(COLUMNS):
        found = list(row_problems(row, task_ids))
        problems += found
        if not found:
            rows.append(CandidateRow(*(str(row.cells[column]) for column in COLUMNS)))
    if problems:
        raise Refused(tuple(problems))
    return tuple(rows)


def row_problems(row: ForeignRow, task_ids: Collection[str]) -> Iterator[Problem]:
    """What is wrong with one row, as far as its form goes."""
    if row.fault:
        yield Problem("unreadable_row", row.fault, line=row.number)
        return
    cells = {column: row.cells.get(column) for column in COLUMNS}
    for column, value in cells.items():
        if not isinstance(value, str) or not value.strip():
            yield Problem("missing_value", f"`{column}` is not a text.", line=row.number)
            return
    yield from candidate_problems(str(cells["task_id"]), str(cells["source"]), task_ids, row.number)


def candidate_problems(
    task_id: str, source: str, task_ids: Collection[str], line: int | None = None
) -> Iterator[Problem]:
    """Whether the task exists and the source is a configuration."""
    if task_id not in task_ids:
        message = f"The bundle has no task {task_id[:100]}."
        yield Problem("unknown_task", message, line=line, task_id=task_id[:100])
    is_reserved = source in (ORIGINAL, GENERIC) or source.startswith(CANDIDATE)
    if is_reserved or PAIR not in source or len(source) > DESCRIPTION_LENGTH:
        hint = "Write the model, ` x ` and the CLI, as the grid does."
        yield Problem("bad_source", "`source` is no configuration.", hint, line=line)
