import pytest

from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.domain.tables.leaderboard_table import controls_table, leaderboard_table
from leaderboard_app.tests.domain.tables.links import evidence
from leaderboard_app.tests.factories import board_slice, control_row, simple_row
from runs_app.domain.episode import Track
from tasks_app.domain import numbers
from tasks_app.domain.table import Order


def board_of(*rows, controls=(), track=Track.TOOL_API):
    return leaderboard(board_slice(rows, controls, track))


def cell(table, row, key):
    return table.rows[row].cells[[head.key for head in table.header].index(key)]


def test_a_share_has_its_count_its_interval_and_a_link_to_its_numerator():
    table = leaderboard_table(board_of(simple_row("+-", "++")), evidence)
    up = cell(table, 0, "up")
    assert (up.text, up.value) == (numbers.rate_text(0.5), 0.5)
    assert up.note == numbers.fraction_text(1, 2)
    assert up.href == "/1?group=up&outcome=strict"
    assert 0 <= up.low <= 0.5 <= up.high <= 1


def test_econ_is_a_minimum_of_two_shares_so_it_has_no_count_and_leads_to_everything():
    econ = cell(leaderboard_table(board_of(simple_row("+-", "++")), evidence), 0, "econ")
    assert (econ.value, econ.note, econ.href) == (0.5, "", "/1?")


@pytest.mark.parametrize(
    ("key", "href"),
    [
        ("strict", "/1?outcome=strict"),
        ("lenient", "/1?outcome=lenient"),
        ("feasibility", "/1?outcome=feasible"),
        ("abstention_rate", "/1?outcome=abstained"),
        ("composite_rate", "/1?outcome=research"),
        ("coverage", "/1?outcome=scored"),
        ("mean_units", "/1?outcome=scored"),
    ],
)
def test_every_number_leads_to_what_it_counts(key, href):
    table = leaderboard_table(board_of(simple_row("++", "++")), evidence)
    assert cell(table, 0, key).href == href


def test_the_order_is_that_of_the_board_and_the_column_is_marked():
    best, worst = simple_row("++", "++", "best", 2), simple_row("--", "++", "worst", 1)
    table = leaderboard_table(board_of(best, worst), evidence)
    assert table.order == Order("econ", descending=True)
    assert table.sorted_by(table.order).rows == table.rows


def test_an_incomplete_row_has_bounds_that_are_read_and_followed_but_not_sorted_by():
    whole, partial = simple_row("--", "--", "whole", 1), simple_row("+.", "++", "partial", 2)
    table = leaderboard_table(board_of(whole, partial), evidence)
    up = cell(table, 1, "up")
    # One success, one missing: half if it fails, all if it succeeds.
    assert up.text == f"{numbers.interval_text(0.5, 1)}{numbers.SPACE}%"
    assert cell(table, 1, "save").text == numbers.rate_text(1), "nothing is missing in it"
    assert (up.value, up.reason) == (None, "")
    assert up.href == "/2?group=up&outcome=strict"
    assert "1 of 4 tasks have no scored episode." in cell(table, 1, "rank").reason
    for descending in (True, False):
        by_up = table.sorted_by(Order("up", descending))
        assert cell(by_up, 1, "agent").text == "partial"
    assert table.rows[1].css == "is-partial"


def test_ranks_that_cannot_be_told_apart_have_the_places_they_may_hold():
    same = [simple_row("+-", "+-", name, number) for number, name in enumerate("abc", 1)]
    table = leaderboard_table(board_of(*same), evidence)
    assert [cell(table, row, "rank").text for row in range(3)] == ["1", "1", "1"]


def test_controls_have_no_rank_and_say_what_they_are_priced_in():
    rows = board_of(simple_row("++", "++"), controls=[control_row("++", "--")])
    table = controls_table(rows, evidence)
    assert "rank" not in [head.key for head in table.header]
    assert [row.css for row in table.rows] == ["is-control"]
    assert table.note == ""


def test_costs_of_another_basis_stand_apart_and_are_named():
    worker = simple_row("++", "++", track=Track.WORKSPACE)
    board = board_of(worker, controls=[control_row("++", "--")], track=Track.WORKSPACE)
    agents, controls = leaderboard_table(board, evidence), controls_table(board, evidence)
    assert "Mean proxy" in [head.text for head in agents.header]
    assert "Mean units" in [head.text for head in controls.header]
    assert controls.note.startswith("Controls are priced in units")


def test_without_rows_there_is_a_sentence():
    board = board_of()
    assert "the controls are below" in leaderboard_table(board, evidence).empty
    assert controls_table(board, evidence).empty
