from dataclasses import replace

import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.core_board import core_board
from leaderboard_app.domain.meter.grid import GridFrame, grid_payload
from leaderboard_app.domain.meter.task_sets import core_selection
from leaderboard_app.tests.domain.meter.grids import vector_episodes, without_price

CALIBRATION = calibrate(vector_episodes())
CORE = core_selection(CALIBRATION, 4)
MIDDLE = core_selection(CALIBRATION, 1)
FRAME = GridFrame(
    bundle={"name": "made", "version": "1", "ref": "made@1"},
    track="imported",
    task_set="full",
    condition="original",
    pricing={"rule": "reported", "book": None, "book_digest": None},
    calibration=CALIBRATION,
    calibration_ref={"version": 1, "digest": CALIBRATION.digest},
    unpriced={},
)


def board(frame=FRAME, episodes=None, core=CORE):
    return core_board(frame, episodes or vector_episodes(), core, seed=5)


def test_each_configuration_has_the_ams_of_both_grids():
    found = board()
    by_set = [
        {row["key"]: row["ams"]["value"] for row in grid_payload(FRAME, e, 1, 10)["rows"]}
        for e in (vector_episodes(), vector_episodes().select(tasks=CORE))
    ]
    for row in found["rows"]:
        mine = [by_key[row["key"]] for by_key in by_set]
        assert [row["full"]["ams"], row["core"]["ams"]] == pytest.approx(mine)
        assert row["shift"] == row["core"]["place"] - row["full"]["place"]
    assert [row["full"]["place"] for row in found["rows"]] == sorted(
        row["full"]["place"] for row in found["rows"]
    )


def test_the_largest_shift_is_that_of_a_row():
    found = board()
    shifts = [abs(row["shift"]) for row in found["rows"]]
    assert found["core"]["largest_shift"]["value"] == max(shifts)


def test_core_is_told_by_stratum_and_whether_effort_selected_it():
    found = board()
    assert found["core"]["strata"] == {"easy": 4, "medium": 4, "hard": 4}
    assert found["core"]["random"]["subsets"] == 10_000
    assert found["is_selected"]
    other = [task for task in vector_episodes().task_ids if task not in CORE][:12]
    assert not board(core=other)["is_selected"]


def test_smaller_cores_are_those_that_effort_selects():
    found = board()
    assert [size["tasks"] for size in found["sizes"]] == [3, 6, 9, 12, 15, 18, 21, 24, 27]
    assert {t for ids in found["sizes"][3]["task_ids"].values() for t in ids} == set(CORE)
    assert found["sizes"][0]["task_ids"] == {
        stratum: [task] for stratum, task in zip(CALIBRATION.strata, MIDDLE, strict=True)
    }
    assert found["sizes"][3]["spearman"] == found["core"]["spearman"]
    assert found["sizes_reason"] is None


def test_a_core_without_a_stratum_has_no_ams_and_says_so():
    hardless = [task for task in CORE if CALIBRATION.stratum_of[task] != "hard"]
    found = board(core=hardless)
    assert (found["core"], found["core_reason"]) == (None, "Core has no hard task, and so no AMS.")
    assert {row["core"] for row in found["rows"]} == {None}
    assert found["sizes"]


def test_where_core_would_be_all_tasks_the_smaller_ones_are_still_there():
    found = board(core=None)
    assert found["core"] is None
    assert "all of Full" in found["core_reason"]
    assert len(found["sizes"]) == 9


def test_whoever_has_no_place_on_full_is_left_out_with_the_reason():
    key = vector_episodes().keys[0]
    found = board(
        replace(FRAME, unpriced={key: "no cost was reported"}),
        without_price(vector_episodes(), key),
    )
    assert [one["key"] for one in found["left_out"]] == [key]
    assert "no cost was reported" in found["left_out"][0]["reason"]
    assert len(found["rows"]) == found["core"]["spearman"]["n"] == 5


def test_before_a_calibration_there_is_nothing_but_the_reason():
    found = board(replace(FRAME, calibration=None, calibration_ref=None))
    reasons = {found[name] for name in ("calibration_reason", "core_reason", "sizes_reason")}
    assert reasons == {"The bundle is not calibrated yet."}
    assert (found["rows"], found["sizes"], found["core"]) == ([], [], None)


def test_without_a_configuration_nothing_is_compared():
    found = board(episodes=vector_episodes().select(configurations=[]))
    assert found["core_reason"] == "No configuration has a place on the full set."
