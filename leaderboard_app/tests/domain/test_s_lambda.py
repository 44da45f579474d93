from leaderboard_app.domain.s_lambda import s_lambda_board
from leaderboard_app.tests.factories import board_slice, control_row, simple_row


def test_agents_and_controls_are_scored_on_one_scale():
    found = s_lambda_board(board_slice([simple_row("++", "--")], [control_row("++", "++")]))

    assert found["lambdas"] == ["0", "0.1", "0.25", "0.5", "1"]
    assert found["c_max"] == {"value": 46.0, "agent": "Control"}
    # Both cost as much as C_max: S = Micro - lambda.
    assert found["rows"][0]["s_lambda"]["0.5"] == 0.0
    assert found["rows"][1]["s_lambda"]["0.5"] == 0.5
    assert [row["control"] for row in found["rows"]] == [False, True]


def test_without_a_control_there_is_no_scale_and_the_reason_says_so():
    found = s_lambda_board(board_slice([simple_row("++", "--")]))

    assert found["c_max"]["value"] is None
    assert found["c_max"]["reason"] == found["rows"][0]["s_lambda_reason"]
