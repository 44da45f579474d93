"""CSV and its relatives as rows of named cells."""

import pytest

from tasks_app.domain.errors import Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.foreign_tables.limits import TableLimits


def rows(data: bytes, *columns: str, **limits: int):
    table = open_table(data, TableLimits(**limits))
    return [(row.number, dict(row.cells), row.fault) for row in table.rows(columns or None)]


def refusal(data: bytes, **limits: int) -> str:
    with pytest.raises(Refused) as refused:
        rows(data, **limits)
    [problem] = refused.value.problems
    assert problem.hint
    return f"{problem.code}: {problem.message}"


@pytest.mark.parametrize("sign", [b",", b";", b"\t", b"|"])
def test_the_sign_between_fields_is_found_in_the_header(sign):
    data = b'task,"cost, in USD"\r\nt1,0.5\r\n'.replace(b",", sign)
    assert rows(data) == [(2, {"task": "t1", f"cost{sign.decode()} in USD": "0.5"}, "")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_usual_encodings_are_read(encoding):
    data = "task,cli\nt1,Käfer\n".encode(encoding)
    assert rows(data) == [(2, {"task": "t1", "cli": "Käfer"}, "")]


def test_a_row_is_numbered_by_the_line_it_begins_on():
    data = b'task,note\n\nt1,"two\nlines"\nt2,x\n'
    assert [row[0] for row in rows(data)] == [3, 5]


def test_only_the_columns_asked_for_are_given():
    assert rows(b"a,b,c\n1,2,3\n", "b", "z") == [(2, {"b": "2"}, "")]


def test_a_short_and_a_long_row_are_faults_and_the_others_are_read():
    found = rows(b"a,b\n1\n1,2\n1,2,3\n")
    assert [row[2] for row in found] == [
        "It has 1 fields, the header has 2.",
        "",
        "It has 3 fields, the header has 2.",
    ]


def test_a_column_without_a_name_is_called_by_its_place():
    assert open_table(b",task\n0,t1\n").columns == ("(column 1)", "task")


def test_formulas_are_only_texts_here():
    assert rows(b'task,x\nt1,"=1+1"\n')[0][1]["x"] == "=1+1"


@pytest.mark.parametrize(
    ("data", "limits", "expected"),
    [
        (b"", {}, "no_rows"),
        (b" \n\n", {}, "no_rows"),
        (b"task,cost\n", {}, "no_rows"),
        (b"42", {}, "no_rows"),
        (b"a,a\n1,2\n", {}, 'duplicate_column: Two columns are named "a"'),
        (b"a,b\n1,2\n", {"columns": 1}, "too_many_columns: The table has 2 columns; 1"),
        (b"a\n1\n2\n", {"rows": 1}, "too_many_rows: The table has more than 1 rows"),
        (b"a\n1\n", {"bytes": 3}, "table_too_large"),
        (b"a\n\xff\n", {}, "wrong_encoding: Line 2 is not UTF-8"),
        (b"a\n1\n\x00\n", {}, "not_a_text: Line 3 holds a NUL"),
        (b"PK\x03\x04....", {}, "not_a_text: This is a packed or binary file"),
        (b'a\n"' + b"x" * 200_000 + b"\n", {}, "unreadable_table: Line 2: field larger"),
    ],
)
def test_what_is_no_table_or_too_large_is_refused_with_the_reason(data, limits, expected):
    assert refusal(data, **limits).startswith(expected)
