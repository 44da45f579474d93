"""Order of rows: the faults that other leaderboards were reported for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table


def table_of(*values):
    rows = tuple(Row((Cell(f"row {n}"), Cell("x", value))) for n, value in enumerate(values))
    header = (HeaderCell("name", "Name"), HeaderCell("score", "Score", numeric=True))
    return Table("board", "Board", header, rows)


def names(table):
    return [row.cells[0].text for row in table.rows]


@pytest.mark.parametrize("descending", [True, False])
def test_rows_without_a_value_come_last_in_both_directions(descending):
    ordered = table_of(None, 0.2, None, 0.1).sorted_by(Order("score", descending))
    assert names(ordered)[2:] == ["row 0", "row 2"]


def test_a_score_of_zero_is_a_value_and_stands_before_no_score():
    assert names(table_of(None, 0).sorted_by(Order("score"))) == ["row 1", "row 0"]


def test_order_goes_by_full_precision_not_by_shown_digits():
    # both are shown as 50.0 %
    ordered = table_of(0.49996, 0.50004).sorted_by(Order("score", descending=True))
    assert names(ordered) == ["row 1", "row 0"]


@pytest.mark.parametrize("descending", [True, False])
def test_equal_rows_keep_the_order_they_had(descending):
    ordered = table_of(0.5, 0.5, 0.5).sorted_by(Order("score", descending))
    assert names(ordered) == ["row 0", "row 1", "row 2"]


def test_text_sorts_without_regard_to_case_and_after_numbers():
    ordered = table_of("beta", "Alpha", 3).sorted_by(Order("score"))
    assert names(ordered) == ["row 2", "row 1", "row 0"]


def test_an_unknown_or_unsortable_column_is_a_key_error():
    with pytest.raises(KeyError):
        table_of(1).sorted_by(Order("nonsense"))


def test_some_columns_can_be_kept_in_their_order():
    table = table_of(1, 2).with_columns("score")
    assert [head.key for head in table.header] == ["score"]
    assert [[cell.value for cell in row.cells] for row in table.rows] == [[1], [2]]
    with pytest.raises(KeyError):
        table.with_columns("nonsense")


@given(st.lists(st.none() | st.floats(allow_nan=False) | st.text()), st.booleans())
def test_sorting_loses_no_row_and_puts_none_last(values, descending):
    ordered = table_of(*values).sorted_by(Order("score", descending))
    found = [row.cells[1].value for row in ordered.rows]
    known = [value for value in values if value is not None]
    assert sorted(map(repr, found)) == sorted(map(repr, values))
    assert None not in found[: len(known)]
