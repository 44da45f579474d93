import pytest

from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.tests.factories import board_slice, control_row, row, simple_row, success
from runs_app.domain.episode import CompositeMode, Track
from tasks_app.domain.errors import NotComparable
from tasks_app.domain.families import Family


def names(rows):
    return [found["agent"]["name"] for found in rows]


def test_a_full_row_has_every_figure_with_its_interval():
    (found,) = leaderboard(board_slice([simple_row("++", "+-")]))["rows"]

    assert found["strict"]["value"] == 0.75
    assert (found["strict"]["numerator"], found["strict"]["denominator"]) == (3, 4)
    # Up is always 2/2; Save is 0/2, 1/2 or 2/2 in a quarter, half and quarter of replicates.
    assert (found["up"]["low"], found["up"]["high"]) == (1.0, 1.0)
    assert (found["save"]["low"], found["save"]["high"]) == (0.0, 1.0)
    assert found["econ"] == {
        "value": 0.5,
        "low": 0.0,
        "high": 1.0,
        "numerator": None,
        "denominator": None,
    }
    assert (found["rank"], found["rank_interval"], found["ranked"]) == (1, [1, 1], True)
    assert found["mean_units"]["value"] == 46.0
    assert found["bounds"] is None
    assert found["missing"]["total"] == 0


def test_an_incomplete_row_has_bounds_no_rank_and_comes_last():
    better, worse = simple_row("+.", "++", "incomplete"), simple_row("+-", "--", "full", 2)
    found = leaderboard(board_slice([better, worse]))["rows"]

    assert names(found) == ["full", "incomplete"]
    incomplete = found[1]
    assert incomplete["rank"] is None
    assert incomplete["rank_interval"] is None
    assert incomplete["unranked_reason"] == "1 of 4 tasks have no scored episode."
    assert incomplete["bounds"]["econ"] == {"lowest": 0.5, "highest": 1.0}
    assert incomplete["bounds"]["strict"] == {"lowest": 0.75, "highest": 1.0}
    assert incomplete["strict"]["low"] is None
    assert incomplete["coverage"]["numerator"] == 3
    assert incomplete["missing"] == {"absent": 1, "infrastructure": 0, "unjudged": 0, "total": 1}


def test_a_row_without_any_score_is_last_and_unranked():
    found = leaderboard(
        board_slice([simple_row("..", "..", "none"), simple_row("--", "--", "zero", 2)])
    )

    assert names(found["rows"]) == ["zero", "none"]
    assert found["rows"][0]["rank"] == 1
    assert found["rows"][0]["econ"]["value"] == 0
    assert not found["rows"][1]["ranked"]


def test_a_score_of_exactly_zero_is_zero():
    (found,) = leaderboard(board_slice([simple_row("--", "--")]))["rows"]

    assert found["strict"]["value"] == 0
    assert "reason" not in found["strict"]


def test_undefined_figures_carry_their_reason():
    (found,) = leaderboard(board_slice([simple_row("--", "--")]))["rows"]

    assert found["units_per_success"]["value"] is None
    assert found["units_per_success"]["reason"] == "There is no strict success."
    assert found["corrected"]["value"] is None
    assert found["corrected"]["reason"] == "No closed audit."
    assert found["s_lambda_reason"] == "No scripted control covers this bundle at this budget."


def test_controls_stand_apart_and_are_never_ranked():
    found = leaderboard(board_slice([simple_row("--", "--")], [control_row("++", "++")]))

    assert names(found["rows"]) == ["agent"]
    assert found["rows"][0]["rank"] == 1
    assert names(found["controls"]) == ["Control"]
    assert not found["controls"][0]["ranked"]
    assert found["controls"][0]["unranked_reason"].startswith("Oracle control")
    assert found["c_max"] == {"value": 46.0, "agent": "Control"}


def test_controls_of_another_cost_basis_may_stand_beside_a_workspace_board():
    coder = simple_row("++", "++", track=Track.WORKSPACE)
    found = leaderboard(board_slice([coder], [control_row("++", "++")], Track.WORKSPACE))

    assert found["cost_basis"] == "execution_proxy"
    assert found["rows"][0]["cost_basis"] == "execution_proxy"
    assert found["controls"][0]["cost_basis"] == "ledger_units"
    assert set(found["rows"][0]["s_lambda"].values()) == {None}


def test_rows_of_different_cost_bases_are_refused():
    mixed = [simple_row("++", "++"), simple_row("++", "++", "coder", 2, track=Track.WORKSPACE)]

    with pytest.raises(NotComparable):
        leaderboard(board_slice(mixed))


def test_a_bundle_without_one_group_ranks_nobody_and_says_why():
    found = leaderboard(board_slice([row({Family.CHEAP: [success(), success()]})]))["rows"][0]

    assert not found["ranked"]
    assert found["unranked_reason"] == "The bundle has no task of the group 'up'."
    assert found["up"]["value"] is None
    assert found["up"]["reason"] == "There are no such tasks."


def test_an_oracle_upload_is_a_control_whatever_its_track():
    upload = simple_row("++", "++", composite_mode=CompositeMode.ORACLE)

    assert upload.is_control
