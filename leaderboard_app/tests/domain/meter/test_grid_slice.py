from leaderboard_app.domain.meter.grid_slice import sliced
from leaderboard_app.tests.domain.meter.grid_payloads import (
    KEYS,
    golden_payload,
    small_payload,
    three_by_three,
)

GRID = golden_payload()


def leaders(board):
    return {one["criterion"]: one["keys"] for one in board["leaders"]}


def keys(board):
    return [row["key"] for row in board["rows"]]


def test_without_a_choice_it_is_the_grid_itself():
    assert sliced(GRID, (), ()) is GRID
    assert sliced(GRID, GRID["models"], GRID["clis"]) is GRID


def test_rows_are_those_of_the_models_and_clis_in_the_order_of_the_grid():
    board = sliced(GRID, ("model-a", "model-b"), ("cli-x",))

    assert keys(board) == [
        key for key in keys(GRID) if key in ("model-a x cli-x", "model-b x cli-x")
    ]
    assert (board["models"], board["clis"]) == (["model-a", "model-b"], ["cli-x"])


def test_leaders_and_places_are_among_the_chosen_and_agree_with_the_whole_grid():
    board = sliced(GRID, ("model-b",), ())
    for criterion, places in board["ranks"].items():
        whole = GRID["ranks"][criterion]
        assert sorted(places, key=places.get) == sorted(places, key=whole.get)
        assert min(places.values()) == 1
        assert leaders(board)[criterion] == [k for k, place in places.items() if place == 1]


def test_ranks_and_gaps_stay_those_of_the_whole_grid():
    whole = {row["key"]: row for row in GRID["rows"]}
    for row in sliced(GRID, ("model-b",), ())["rows"]:
        assert row == whole[row["key"]]


def test_a_model_of_which_one_cli_is_chosen_has_no_spread():
    (one,) = sliced(GRID, ("model-a",), ("cli-x",))["clis_by_model"]
    (both,) = sliced(GRID, ("model-a",), ())["clis_by_model"]

    assert (one["best"]["cli"], one["worst"], one["spread"]) == ("cli-x", None, None)
    assert both == next(m for m in GRID["clis_by_model"] if m["model"] == "model-a")


def test_curves_and_failures_are_of_the_chosen_only():
    board = sliced(GRID, (), ("cli-y",))

    assert all(set(curve["by_key"]) == set(keys(board)) for curve in board["curves"].values())
    assert {one["key"] for one in board["expensive_failures"]["shown"]} <= set(keys(board))
    assert board["expensive_failures"]["total"] == GRID["expensive_failures"]["total"]


def test_what_is_incomplete_leads_nothing():
    cells = [one for one in three_by_three() if (one.configuration, one.task_id) != (KEYS[0], "t3")]
    board = sliced(small_payload(cells), ("model-a",), ())

    assert keys(board) == [KEYS[1], KEYS[0]]
    assert all(found == [KEYS[1]] for found in leaders(board).values())


def test_a_choice_that_nobody_meets_is_an_empty_grid():
    cells = [one for one in three_by_three() if one.configuration != KEYS[1]]
    board = sliced(small_payload(cells), ("model-a",), ("cli-y",))

    assert board["rows"] == []
    assert all(found == [] for found in leaders(board).values())
