"""Cells as values: strict, and unknown apart from zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.domain.archive.names import is_unprintable
from runs_app.domain.result_tables import cell_values as cells
from runs_app.domain.result_tables.cell_values import WrongCell


@pytest.mark.parametrize("cell", ["", " ", "null", "None", "NaN", "n/a", "-", None, float("nan")])
def test_what_says_unknown_is_unknown_and_not_zero(cell):
    assert cells.amount(cell) is None
    assert cells.verdict(cell) is None
    assert cells.text(cell) == ""


@pytest.mark.parametrize(
    ("cell", "number"), [("0", 0), ("1e-3", 0.001), ("$0.25", 0.25), (3, 3), (0.5, 0.5)]
)
def test_a_number_is_read_as_written(cell, number):
    assert cells.amount(cell) == number


@pytest.mark.parametrize(
    "cell", ["0,5", "1,000", "1_000", "12 s", "inf", "-1", -0.5, True, "٣", "1e400", "=1+1"]
)
def test_what_is_no_amount_is_named(cell):
    with pytest.raises(WrongCell) as wrong:
        cells.amount(cell)
    assert wrong.value.hint


@pytest.mark.parametrize(("cell", "count"), [("12", 12), ("12.0", 12), (7, 7)])
def test_a_count_is_whole(cell, count):
    assert cells.whole(cell) == count


def test_half_a_step_is_no_count():
    with pytest.raises(WrongCell, match="no whole number"):
        cells.whole("2.5")


@pytest.mark.parametrize(
    ("cell", "decided"),
    [(True, True), ("TRUE", True), ("pass", True), (1, True), (0.0, False), ("no", False)],
)
def test_a_verdict_is_yes_or_no(cell, decided):
    assert cells.verdict(cell) is decided


def test_a_share_is_no_verdict():
    with pytest.raises(WrongCell, match="neither yes nor no"):
        cells.verdict("0.7")


@pytest.mark.parametrize("cell", ["a\nb", "x" * 201, "\u202etxt"])
def test_what_is_no_line_of_text_is_no_name(cell):
    with pytest.raises(WrongCell, match="is no name"):
        cells.text(cell)


def told_of(read, cell) -> str:
    """What is said of a cell that cannot be read; nothing of any other."""
    try:
        read(cell)
    except WrongCell as wrong:
        return wrong.message
    return ""


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30))
def test_any_cell_is_a_value_or_named_in_one_harmless_line(cell):
    for read in (cells.amount, cells.whole, cells.verdict, cells.text, cells.status):
        assert not any(map(is_unprintable, told_of(read, cell)))
