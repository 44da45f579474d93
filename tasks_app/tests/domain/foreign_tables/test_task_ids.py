"""Foreign ids and usual names of columns."""

import pytest

from tasks_app.domain.foreign_tables.task_ids import task_id_of, written_id
from tasks_app.domain.foreign_tables.usual_names import task_column


@pytest.mark.parametrize(
    ("cell", "written"), [(3, "3"), (3.0, "3"), (" t1 ", "t1"), (None, ""), (True, "")]
)
def test_a_cell_is_the_text_of_an_id(cell, written):
    assert written_id(cell) == written


@pytest.mark.parametrize(
    ("written", "task_id"),
    [
        ("astropy__astropy-12907", "astropy__astropy-12907"),
        ("python/two fer", "python-two-fer"),
        ("_private", "private"),
        ("¿?", ""),
        ("x" * 101, ""),
    ],
)
def test_what_no_id_may_hold_becomes_a_hyphen(written, task_id):
    assert task_id_of(written) == task_id


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (("model", "Task ID"), "Task ID"),
        (("id", "instance_id"), "instance_id"),
        (("info.task.id", "task_id"), "task_id"),
        (("@key", "resolved"), "@key"),
        (("@key", "info.id"), "@key"),
        (("@key", "task_id"), "task_id"),
        (("model", "score"), None),
    ],
)
def test_the_column_of_tasks_is_found_by_its_usual_names(columns, expected):
    assert task_column(columns) == expected
