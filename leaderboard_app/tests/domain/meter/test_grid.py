from dataclasses import replace

import numpy as np
import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.grid import GridFrame, grid_payload
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes, without_price
from leaderboard_app.tests.metered import ams_vectors
from tasks_app.domain.canonical import canonical_json

KEY = "model-b x cli-y"
WHY = "no price of model-b"


def frame(calibration="golden", **facts):
    found = calibrate(vector_episodes()) if calibration == "golden" else calibration
    usual = GridFrame(
        bundle={"name": "made", "version": "1", "ref": "made@1"},
        track="imported",
        task_set="full",
        condition="original",
        pricing={"rule": "reported", "book": None, "book_digest": None},
        calibration=found,
        calibration_ref=found and {"version": 1, "digest": found.digest},
        unpriced={},
    )
    return replace(usual, **facts)


def payload(found=None, **facts):
    return grid_payload(frame(**facts), found or vector_episodes(), seed=5, replicates=300)


def rows(board):
    return {row["key"]: row for row in board["rows"]}


def test_the_golden_scores_are_published():
    found = rows(payload())

    for key, expected in ams_vectors()["expected"]["configurations"].items():
        assert found[key]["ams"]["value"] == pytest.approx(expected["ams"], abs=1e-12)
        assert found[key]["passes"]["numerator"] == expected["passes"]
        assert found[key]["usd_per_pass"]["value"] == pytest.approx(expected["usd_per_pass"])


def test_a_grid_is_json_without_nan_and_the_same_every_time():
    assert canonical_json(payload()) == canonical_json(payload())


def test_rows_stand_by_ams_and_ranks_follow_the_intervals():
    board = payload()
    found = [row["ams"]["value"] for row in board["rows"]]

    assert found == sorted(found, reverse=True)
    for row in board["rows"]:
        better = [one for one in board["rows"] if one["ams"]["low"] > row["ams"]["high"]]
        assert row["rank"] == 1 + len(better)
        assert row["rank_interval"][0] <= row["rank_interval"][1]


def test_the_gap_is_to_the_best_ams():
    board = payload()

    assert board["rows"][0]["gap"]["value"] == 0
    # 0.734 - 0.5828333...
    assert rows(board)[KEY]["gap"]["value"] == pytest.approx(0.1511666667)


def test_removing_the_price_of_one_model_removes_its_ams_and_changes_nothing_else():
    before = rows(payload())
    board = payload(without_price(vector_episodes(), KEY), unpriced={KEY: WHY})
    after = rows(board)
    row = after.pop(KEY)

    assert row["ams"]["value"] is None
    assert row["ams"]["reason"] == f"The cost of 30 of 30 episodes is unknown: {WHY}."
    assert (row["rank"], row["ranked"], row["bounds"]) == (None, False, None)
    assert row["unpriced"]["episodes"] == 30
    assert (row["unpriced"]["reason"], len(row["unpriced"]["examples"])) == (WHY, 5)
    assert row["passes"] == before[KEY]["passes"]
    assert row["tokens_per_pass"] == before[KEY]["tokens_per_pass"]
    assert board["rows"][-1] == row
    for key, other in after.items():
        for figure in ("ams", "gap", "passes", "usd_per_pass", "strata", "coverage", "bounds"):
            assert other[figure] == before[key][figure]


def test_an_incomplete_row_stands_last_with_bounds_and_without_intervals():
    found = vector_episodes()
    state, reward = found.state.copy(), found.reward.copy()
    state[0, 0, 0], reward[0, 0, 0] = 3, np.nan
    board = payload(replace(found, state=state, reward=reward))
    row = board["rows"][-1]

    assert row["key"] == found.keys[0]
    assert row["unranked_reason"] == "1 of 30 episodes are missing."
    assert row["missing"] == {"absent": 0, "infrastructure": 0, "ungraded": 1, "total": 1}
    assert row["bounds"]["ams"]["lowest"] <= 0.677333333333 <= row["bounds"]["ams"]["highest"]
    assert (row["passes"]["low"], row["passes"]["high"]) == (None, None)
    assert row["gap"]["reason"] == row["unranked_reason"]


def test_a_share_of_failures_has_counts():
    """B fails at x twice, once dearly."""
    cells = [cell(key, task, r) for key, r in (("a x c", 1.0), ("b x c", 0.0)) for task in "xyz"]
    twice = [cell("b x c", "x", 0.0, cost=9.0, repeat=2), *cells]
    calibration = calibrate(episodes(cells))
    found = rows(payload(episodes(twice, {"a x c": 1, "b x c": 2}), calibration=calibration))
    efr = found["b x c"]["strata"][calibration.stratum_of["x"]]["efr"]

    assert (efr["value"], efr["numerator"], efr["denominator"]) == (0.5, 1, 2)
    assert found["a x c"]["coverage"]["denominator"] == 3


def test_a_share_of_failures_has_no_counts_where_repeats_are_missing():
    """Easy are u and v. B fails at u twice, once dearly, and at v once: (1/2 + 0/1) / 2, which
    is not 1 of 3."""
    tasks = "uvwxyz"
    cells = [cell(key, task, r) for key, r in (("a x c", 1.0), ("b x c", 0.0)) for task in tasks]
    twice = [*cells, cell("b x c", "u", 0.0, cost=9.0, repeat=2)]
    calibration = calibrate(episodes(cells))
    row = rows(payload(episodes(twice, {"a x c": 1, "b x c": 2}), calibration=calibration))["b x c"]
    efr = row["strata"]["easy"]["efr"]

    assert [task for task, name in calibration.stratum_of.items() if name == "easy"] == ["u", "v"]
    assert (efr["value"], efr["numerator"], efr["denominator"]) == (0.25, None, None)


def test_before_a_calibration_the_grid_says_so():
    board = payload(calibration=None)

    assert board["calibration_reason"] == "The bundle is not calibrated yet."
    assert board["tasks"] == {"total": 30, "easy": None, "medium": None, "hard": None}
    assert (board["curves"], board["expensive_failures"]["total"]) == ({}, 0)
    assert {row["rank"] for row in board["rows"]} == {None}
    assert board["rows"][0]["passes"]["low"] is not None


def test_a_grid_of_nothing_is_a_grid():
    board = payload(vector_episodes().select(configurations=[]))

    assert (board["rows"], board["models"]) == ([], [])
    assert board["leaders"][0]["value"] is None


def test_what_is_beside_the_rows():
    board = payload()

    assert board["models"] == ["model-a", "model-b", "model-c"]
    assert board["clis"] == ["cli-x", "cli-y"]
    assert board["tasks"] == {"total": 30, "easy": 10, "medium": 10, "hard": 10}
    assert board["parameters"] == ams_vectors()["parameters"]
    assert (board["cost_basis"], board["repeats"]) == ("usd", 1)
    assert board["rows"][0]["run_ids"] == ["run of model-c x cli-y"]
