"""The board of descriptions as published: in itself, and beside the grids of the same snapshot."""

import json
from dataclasses import replace

import pytest

from leaderboard_app.domain.meter.boards import MeterSubject, descriptions_boards, grid
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.tests.domain.meter.wordings_grids import (
    ABSENT,
    KEYS,
    SEED,
    SOURCES,
    TASKS,
    calibration,
    counted,
    of_sources,
    without,
)
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet


def subject(found=None, is_calibrated=True, sets=None):
    return MeterSubject(
        bundle={"name": "b", "version": "1", "ref": "b@1"},
        counted=found or counted(),
        pricing=Pricing().payload(),
        calibration=calibration() if is_calibrated else None,
        calibration_ref={"version": 1, "digest": "a" * 64} if is_calibrated else None,
        sets=sets or {TaskSet.FULL: TASKS},
        seed=SEED,
        replicates=300,
    )


def board(found=None, **facts):
    (payload,) = descriptions_boards(subject(found, **facts))
    return json.loads(json.dumps(payload, allow_nan=False))


def cell(payload, key, condition):
    return next(row for row in payload["rows"] if row["key"] == key)["conditions"][condition]


def only_original():
    found = counted()
    kept = tuple(e for e in found.episodes if e.description == "original")
    repeats = {name: most for name, most in found.repeats.items() if name[1] == "original"}
    return replace(found, episodes=kept, repeats=repeats)


@pytest.mark.parametrize("condition", [Condition.ORIGINAL, Condition.SELF, Condition.GENERIC])
def test_what_a_grid_shows_too_is_the_same_there_with_its_interval(condition):
    payload = board()
    rows = grid(subject(), Track.IMPORTED, TaskSet.FULL, condition)["rows"]
    assert rows
    for row in rows:
        mine = cell(payload, row["key"], condition.value)
        assert mine["ams"] == row["ams"]
        assert mine["reward"]["value"] == row["mean_reward"]["value"]
        assert mine["coverage"]["numerator"] == row["coverage"]["numerator"]


def test_places_and_shifts_are_those_of_the_values():
    payload = board()
    for one in payload["conditions"]:
        cells = {key: cell(payload, key, one["condition"]) for key in KEYS}
        placed = {key: c["ams"]["value"] for key, c in cells.items() if c["place"]}
        for key, value in placed.items():
            assert cells[key]["place"] == 1 + sum(other > value for other in placed.values())
        assert one["leaders"] == [key for key in placed if cells[key]["place"] == 1]
        assert one["macro_ams"]["n"] == len(placed)
        if placed:
            mean = sum(placed.values()) / len(placed)
            assert one["macro_ams"]["value"] == pytest.approx(mean)


def test_changes_are_between_the_same_configurations():
    """Of Self only the sources: the mean change is not the difference of the means."""
    payload = board()
    own = payload["conditions"][1]
    pairs = [
        (cell(payload, key, "self")["ams"]["value"], cell(payload, key, "original")["ams"]["value"])
        for key in KEYS[:2]
    ]
    expected = sum(now - before for now, before in pairs) / 2
    assert own["macro_ams_change"]["value"] == pytest.approx(expected)
    assert own["macro_ams_change"]["n"] == own["spearman"]["n"] == 2
    assert cell(payload, KEYS[2], "self")["shift"] is None
    assert cell(payload, KEYS[0], "self")["ams_change"]["value"] == pytest.approx(
        pairs[0][0] - pairs[0][1]
    )


def test_equal_inputs_give_equal_boards_and_the_order_of_episodes_does_not_matter():
    found = counted()
    backwards = replace(found, episodes=tuple(reversed(found.episodes)))
    assert board() == board(backwards)


def test_first_places_add_up_to_the_assignments_and_shared_ones_count_for_each():
    adapted = board()["adapted"]
    counts = sum(one["share"]["numerator"] for one in adapted["firsts"])
    assert adapted["assignments"] == 10_000
    assert counts >= 10_000
    assert (counts > 10_000) == bool(adapted["shared"]["numerator"])
    assert adapted["spearman"]["low"] <= adapted["spearman"]["value"] <= adapted["spearman"]["high"]


def test_a_source_that_is_no_configuration_says_so():
    payload = board()
    targets = {source["key"]: source["is_target"] for source in payload["sources"]}
    assert targets == {KEYS[0]: True, KEYS[1]: True, ABSENT: False}
    assert [row["is_source"] for row in payload["rows"]] == [True, True, False]
    assert [one["key"] for one in payload["sources"]] == sorted(SOURCES)


def test_a_task_without_any_source_leaves_no_assignment():
    found = of_sources(counted(), (ABSENT,))
    payload = board(found, sets={TaskSet.FULL: TASKS, TaskSet.OPT: TASKS})
    assert payload["adapted"] is None
    assert payload["adapted_reason"].startswith("Some task has no description")
    reason = cell(payload, KEYS[0], "pooled")["ams"]["reason"]
    assert reason == "2 of 6 tasks have no such description."


def test_where_no_opt_set_is_declared_the_described_tasks_are_compared():
    assert board(of_sources(counted(), (ABSENT,)))["tasks"] == list(TASKS[:4])
    assert board(of_sources(counted(), ()))["tasks"] == list(TASKS)


def test_before_anybody_tried_another_wording_there_are_sources_and_no_rows():
    payload = board(only_original())
    assert payload["rows"] == []
    assert payload["left_out"] == list(KEYS)
    assert len(payload["sources"]) == 3
    assert payload["effective"]["own"]["value"] is None


def test_a_bundle_with_one_wording_only_has_no_such_board():
    bare = of_sources(only_original(), ())
    assert list(descriptions_boards(subject(bare))) == []


def test_who_tried_the_original_only_is_left_out_by_name():
    found = counted()
    others = tuple(e for e in found.episodes if e.configuration != 2 or e.description == "original")
    payload = board(replace(found, episodes=others))
    assert payload["left_out"] == [KEYS[2]]
    assert [row["key"] for row in payload["rows"]] == list(KEYS[:2])


def test_before_a_calibration_every_ams_is_unknown_with_the_reason():
    payload = board(is_calibrated=False)
    assert payload["calibration_reason"] == "The bundle is not calibrated yet."
    assert payload["adapted_reason"] == "The bundle is not calibrated yet."
    assert {one["macro_ams"]["reason"] for one in payload["conditions"]} >= {
        "The bundle is not calibrated yet."
    }
    assert all(one["reward_change"]["value"] is not None for one in payload["transfers"])


def test_a_missing_episode_has_no_place_and_the_others_are_compared():
    lost = without(counted(), configuration=0, description="generic", task_id="t0", repeat=2)
    payload = board(lost)
    generic = cell(payload, KEYS[0], "generic")
    assert generic["unplaced_reason"] == "1 of 12 episodes are missing."
    assert generic["ams"]["value"] is not None
    assert (generic["place"], generic["shift"]) == (None, None)
    assert payload["conditions"][5]["largest_shift"]["n"] == 2
