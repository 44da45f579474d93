"""A leaderboard as CSV, read back with the standard library."""

import csv
import io

import pytest

from leaderboard_app.domain.board_csv import board_csv
from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.tests.factories import board_slice, control_row, simple_row


def lines(rows, controls=()):
    text = board_csv(leaderboard(board_slice(rows, controls)))
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_number_of_a_rate_has_a_column():
    (line,) = lines([simple_row("++", "+-")])
    # Strict 3 of 4; Econ = min(2/2, 1/2) is a minimum and has no counts.
    assert (line["strict"], line["strict_numerator"], line["strict_denominator"]) == (
        "0.75",
        "3",
        "4",
    )
    assert (line["econ"], line["econ_low"], line["econ_high"]) == ("0.5", "0.0", "1.0")
    assert (line["econ_numerator"], line["econ_reason"]) == ("", "")
    assert (line["rank"], line["rank_best"], line["rank_worst"]) == ("1", "1", "1")


def test_an_unknown_number_is_empty_with_its_reason_and_zero_is_zero():
    (line,) = lines([simple_row("--", "--")])
    assert (line["strict"], line["econ"]) == ("0.0", "0.0")
    assert line["units_per_success"] == ""
    assert line["units_per_success_reason"]
    assert (line["missing_absent"], line["corrected"]) == ("0", "")
    assert line["corrected_reason"] == "No closed audit."


def test_an_incomplete_row_has_no_rank_and_says_why():
    (line,) = lines([simple_row("+.", "++")])
    assert (line["rank"], line["rank_best"]) == ("", "")
    assert line["unranked_reason"] == "1 of 4 tasks have no scored episode."


def test_controls_come_last_and_are_told_apart():
    found = lines([simple_row("++", "++", "mine")], [control_row("++", "--", "CopilotFirst", 2)])
    assert [(line["kind"], line["agent"]) for line in found] == [
        ("agent", "mine"),
        ("control", "CopilotFirst"),
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum(a)", "\t=1", "\r=1"])
def test_a_name_cannot_act_as_a_formula(name):
    (line,) = lines([simple_row("++", "++", name)])
    assert line["agent"] == f"'{name}"


@pytest.mark.parametrize("name", ['a "quoted", name', "two\nlines", "名前"])
def test_an_unusual_name_stays_one_field(name):
    (line,) = lines([simple_row("++", "++", name)])
    assert (line["agent"], line["agent_id"]) == (name, "1")


def test_a_board_without_rows_still_has_its_header():
    header = board_csv(leaderboard(board_slice([]))).splitlines()
    assert len(header) == 1
    assert header[0].startswith("kind,rank,")
