"""JSON, JSON Lines and objects by key as rows of named cells."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.errors import Refused
from tasks_app.domain.foreign_tables import KEY_COLUMN, open_table
from tasks_app.domain.foreign_tables.limits import TableLimits

ROWS = [{"task": "t1", "cost": 0.5, "ok": True}, {"task": "t2", "cost": None, "ok": False}]


def cells(data: bytes, *columns: str):
    return [dict(row.cells) for row in open_table(data).rows(columns or None)]


def test_a_list_of_objects_and_an_object_a_line_are_the_same_table():
    as_list = json.dumps(ROWS).encode()
    as_lines = "\n".join(map(json.dumps, ROWS)).encode()
    assert cells(as_list) == cells(as_lines) == ROWS
    assert (open_table(as_list).place_word, open_table(as_lines).place_word) == ("row", "line")


def test_an_object_of_objects_gives_its_keys_as_a_column():
    data = json.dumps({"t1": {"cost": 1}, "t2": {"cost": 2}}).encode()
    assert cells(data) == [{KEY_COLUMN: "t1", "cost": 1}, {KEY_COLUMN: "t2", "cost": 2}]


def test_a_list_wrapped_in_an_object_is_found():
    assert cells(json.dumps({"model": "m", "tags": ["x"], "results": ROWS}).encode()) == ROWS


def test_a_single_object_is_a_single_row():
    assert cells(b'{"task": "t1", "usage": {"input": 3}}') == [{"task": "t1", "usage.input": 3}]


def test_nested_keys_are_joined_by_dots_and_lists_are_passed_over():
    data = b'[{"task": {"id": 7, "steps": [{"a": 1}]}, "trace": [1, 2]}]'
    assert cells(data) == [{"task.id": 7}]


def test_only_what_is_asked_for_is_given():
    table = open_table(b'[{"task": "t1", "deep": {"x": 1, "y": {"z": 2}}}]')
    [row] = table.rows(["deep.y.z"])
    assert row.cells == {"deep.y.z": 2}


def test_objects_are_entered_to_a_bounded_depth():
    limits = TableLimits(depth=2)
    assert open_table(b'[{"a": {"b": 1, "c": {"d": 1}}}]', limits).columns == ("a.b",)


def test_a_very_long_text_is_no_cell():
    limits = TableLimits(cell_characters=10)
    assert open_table(b'[{"task": "t1", "log": "0123456789"}]', limits).columns == ("task",)


def test_columns_beyond_the_bound_are_left_out_and_that_is_said():
    table = open_table(b'[{"a": 1, "b": 2, "c": 3}]', TableLimits(columns=2))
    assert table.columns == ("a", "b")
    assert table.notes == ("Only the first 2 of its columns are offered.",)


def test_a_bad_line_is_a_fault_with_its_number_and_the_others_are_read():
    table = open_table(b'{"task": "t1"}\n{"task": \n\n[1]\n{"task": "t4"}\n')
    assert [(row.number, bool(row.fault)) for row in table.rows()] == [
        (1, False),
        (2, True),
        (4, True),
        (5, False),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[]", "no_rows"),
        (b"[1, 2]", "no_objects"),
        (b"[{}, {}]", "no_objects"),
        (b"[1, 2", "invalid_json"),
        (b'[{"cost": NaN}]', "invalid_json"),
        (b'{"t1": {"cost": 1},\n "t2": {"cost": NaN}}', "invalid_json"),
        (b"[" * 100_000, "invalid_json"),
        (b'{"a": ' * 100_000, "invalid_json"),
    ],
)
def test_what_is_no_table_is_refused(data, code):
    with pytest.raises(Refused) as refused:
        open_table(data)
    assert refused.value.problems[0].code == code


def test_a_nul_that_no_database_keeps_is_no_cell():
    assert cells(json.dumps([{"task": "t1", "log": "a\0b"}]).encode()) == [{"task": "t1"}]


def test_too_many_rows_are_refused():
    with pytest.raises(Refused, match="more than 1 rows"):
        open_table(b'[{"a": 1}, {"a": 2}]', TableLimits(rows=1))


text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
plain = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | text


@given(st.lists(st.dictionaries(st.sampled_from("abcd"), plain, min_size=1), min_size=1))
def test_flat_rows_come_back_as_they_were(rows):
    assert cells(json.dumps(rows).encode()) == rows


def read_or_refused(data: bytes) -> bool:
    try:
        return all(row.number > 0 for row in open_table(data).rows())
    except Refused as refused:
        return all(problem.message and problem.hint for problem in refused.problems)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_table_or_refused_with_what_to_do(data):
    assert read_or_refused(data)
