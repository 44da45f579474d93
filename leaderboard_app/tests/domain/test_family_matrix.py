from leaderboard_app.domain.family_matrix import family_matrix
from leaderboard_app.tests.factories import board_slice, control_row, simple_row


def test_each_cell_holds_the_familys_share_feasibility_and_cost():
    found = family_matrix(board_slice([simple_row("+-", "++")], [control_row("++", "++")]))
    cell = found["rows"][0]["cells"]["escalation_qa"]

    assert cell["strict"]["value"] == 0.5
    assert (cell["strict"]["low"], cell["strict"]["high"]) == (0.0, 1.0)
    assert cell["feasibility"]["value"] == 1.0
    assert cell["mean_units"]["value"] == 46.0
    assert [row["control"] for row in found["rows"]] == [False, True]


def test_the_columns_tell_tasks_and_budget_of_the_board():
    main = family_matrix(board_slice([simple_row("+-", "++")]))["families"]
    loose = family_matrix(board_slice([simple_row("+-", "++")], label="loose"))["families"]

    assert [f["family"] for f in main] == ["escalation_qa", "cheap_qa"]
    assert [f["budget"] for f in main] == [370, 90]
    assert [f["budget"] for f in loose] == [644, 480]
    assert [f["tasks"] for f in main] == [2, 2]


def test_missing_episodes_stay_in_the_denominator_of_a_family():
    cell = family_matrix(board_slice([simple_row("+.", "++")]))["rows"][0]["cells"]["escalation_qa"]

    assert (cell["strict"]["numerator"], cell["strict"]["denominator"]) == (1, 2)
    assert cell["missing"] == 1


def test_a_family_that_was_never_attempted_is_unknown_and_not_zero():
    cell = family_matrix(board_slice([simple_row("..", "++")]))["rows"][0]["cells"]["escalation_qa"]

    assert cell["strict"]["value"] is None
    assert cell["strict"]["reason"] == "None of these tasks has a scored episode."
    assert cell["mean_units"]["value"] is None
