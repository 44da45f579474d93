"""Columns found by the names that people usually give them."""

import re
from collections.abc import Sequence

from tasks_app.domain.foreign_tables.rows import KEY_COLUMN

TASK_NAMES = (
    "task_id task instance_id instance task_name problem_id problem sample_id question_id exercise "
    "test_case case_id id"
)
"""The surest first, as everywhere below."""

NOT_A_LETTER = re.compile(r"[^a-z0-9]+")


def usual_column(columns: Sequence[str], names: str) -> str | None:
    """The least nested column with one of ``names`` (apart by spaces), whatever its case and
    signs; None where there is none."""
    ranks = {_letters(name): rank for rank, name in enumerate(names.split())}
    found = [
        (name.count("."), ranks[last], place, name)
        for place, name in enumerate(columns)
        if (last := _letters(name.rpartition(".")[2])) in ranks
    ]
    return min(found)[3] if found else None


def task_column(columns: Sequence[str]) -> str | None:
    """The column of task ids; keys are ids where no column beside them says otherwise."""
    named = usual_column(columns, TASK_NAMES)
    if KEY_COLUMN in columns and (named is None or "." in named):
        return KEY_COLUMN
    return named


def _letters(name: str) -> str:
    return NOT_A_LETTER.sub("", name.casefold())
