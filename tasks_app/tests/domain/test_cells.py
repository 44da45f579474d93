"""Makers of cells."""

from datetime import UTC, datetime

import pytest

from tasks_app.domain import cells
from tasks_app.domain.numbers import UNKNOWN
from tasks_app.domain.table import CellKind

RATE = {"value": 0.5, "low": 0.4, "high": 0.6, "numerator": 2, "denominator": 4}


def test_a_rate_cell_carries_count_and_interval():
    cell = cells.rate_cell(RATE)
    assert (cell.value, cell.low, cell.high, cell.kind) == (0.5, 0.4, 0.6, CellKind.RATE)
    assert cell.note.replace("\N{NO-BREAK SPACE}", " ") == "2 / 4"


def test_an_undefined_rate_says_why_and_is_not_zero():
    cell = cells.rate_cell({"value": None, "reason": "No task in this group."})
    assert (cell.text, cell.value, cell.reason) == (UNKNOWN, None, "No task in this group.")


def test_a_share_of_nothing_is_unknown_and_none_of_some_is_zero():
    assert cells.share_cell(0, 0).value is None
    assert cells.share_cell(0, 4).value == 0


@pytest.mark.parametrize("maker", [cells.units_cell, cells.dollars_cell, cells.amount_cell])
def test_zero_is_shown_as_zero_and_unknown_as_a_dash(maker):
    assert "0" in maker(0).text
    assert maker(0).value == 0
    assert maker(None, "It was not reported.").text == UNKNOWN


def test_a_mark_is_told_by_a_word():
    assert [cells.mark_cell(fact, "Not judged.").text for fact in (True, False, None)] == [
        "yes",
        "no",
        UNKNOWN,
    ]


def test_a_time_sorts_by_its_moment():
    earlier = cells.time_cell(datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    later = cells.time_cell(datetime(2026, 10, 2, 3, 4, tzinfo=UTC))
    assert earlier.text == "2026-01-02 03:04"
    assert earlier.value < later.value


@pytest.mark.parametrize(
    ("share", "css"), [(None, ""), (0, "heat heat-0"), (0.54, "heat heat-5"), (1, "heat heat-10")]
)
def test_heat_has_eleven_steps(share, css):
    assert cells.heat_class(share) == css
