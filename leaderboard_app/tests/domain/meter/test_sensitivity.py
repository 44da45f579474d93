"""What changes under other parameters, against grids scored anew from the start."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.counted import CountedEpisode, CountedEpisodes
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.sensitivity import NOT_THE_SAME_RUNS, sensitivity_base
from leaderboard_app.domain.meter.sensitivity_payload import sensitivity_payload
from leaderboard_app.tests.domain.meter.grids import vector_episodes
from leaderboard_app.tests.metered import ams_vectors
from runs_app.domain.episode import Track

EPISODES = vector_episodes()
CALIBRATION = calibrate(EPISODES)
RUNS = [f"run of {key}" for key in EPISODES.keys]
MOVED = Parameters(
    alpha=0.3, lambda_=0.5, effort_weights=(0.5, 0.5, 0), budget_percentiles=(10, 50, 95)
)


def counted(**changed) -> CountedEpisodes:
    """The reference values as a snapshot publishes them; ``changed`` of those of the first row."""
    place = {key: at for at, key in enumerate(EPISODES.keys)}
    lines = [(f"{run['model']} x {run['cli']}", run) for run in ams_vectors()["runs"]]
    return CountedEpisodes(
        task_ids=EPISODES.task_ids,
        configurations=EPISODES.configurations,
        repeats={(at, "original"): 1 for at in place.values()},
        episodes=tuple(episode(place[key], key, run, changed) for key, run in lines),
        unpriced={},
    )


def episode(place, key, run, changed):
    found = CountedEpisode(
        configuration=place,
        description="original",
        task_id=run["task_id"],
        repeat=1,
        run_id=f"run of {key}",
        status="completed",
        reward=run["reward"],
        cost=run["cost_usd"],
        steps=run["steps"],
        total_tokens=run["tokens"],
        input_tokens=None,
        cached_input_tokens=None,
        cache_creation_tokens=None,
        output_tokens=None,
        cost_usd=run["cost_usd"],
    )
    return found._replace(**changed) if place == 0 else found


def base(found=None, runs=RUNS):
    return sensitivity_base(
        found or counted(), CALIBRATION, EPISODES.task_ids, Track.IMPORTED, runs
    )


def ams_of(parameters):
    """AMS of a grid that is calibrated and scored from the start."""
    again = scores(EPISODES, calibrate(EPISODES, parameters))
    return {score.key: score.ams.value for score in again}


def test_as_published_nothing_changes():
    found = sensitivity_payload(base(), Parameters())
    changes = found["changes"]

    assert (changes["moved"], changes["changed"], changes["kept"], changes["top"]) == (0, 0, 5, 5)
    assert changes["spearman"]["value"] == 1
    assert changes["largest_shift"]["value"] == 0
    assert found["moved"] == found["notes"] == found["refused"] == []
    assert {row["key"]: row["now"]["ams"] for row in found["rows"]} == ams_of(Parameters())


@pytest.mark.parametrize(
    "parameters", [Parameters(alpha=0.5), Parameters(alpha=0.7), Parameters(lambda_=0), MOVED]
)
def test_every_ams_is_that_of_a_grid_scored_anew(parameters):
    rows = sensitivity_payload(base(), parameters)["rows"]
    expected = ams_of(parameters)

    assert {row["key"]: row["now"]["ams"] for row in rows} == pytest.approx(expected)
    for row in rows:
        higher = sum(value > expected[row["key"]] for value in expected.values())
        assert row["now"]["place"] == 1 + higher
        assert row["shift"] == row["now"]["place"] - row["published"]["place"]


def test_the_table_of_changes_is_what_the_rows_and_both_calibrations_say():
    found = sensitivity_payload(base(), MOVED)
    before, after = CALIBRATION.stratum_of, calibrate(EPISODES, MOVED).stratum_of
    moved = {task: (before[task], after[task]) for task in before if before[task] != after[task]}

    assert moved
    assert {one["task_id"]: (one["published"], one["stratum"]) for one in found["moved"]} == moved
    changes, rows = found["changes"], found["rows"]
    assert (changes["moved"], changes["tasks"]) == (len(moved), 30)
    assert changes["changed"] == sum(row["shift"] != 0 for row in rows)
    assert changes["largest_shift"]["value"] == max(abs(row["shift"]) for row in rows)
    first = [{r["key"] for r in rows if r[when]["place"] <= 5} for when in ("published", "now")]
    assert changes["kept"] == len(first[0] & first[1])


def test_alpha_and_lambda_leave_the_frozen_cuts_alone():
    """Even where the episodes of the calibration no longer count."""
    gone = base(counted(run_id="another run"))
    found = sensitivity_payload(gone, Parameters(alpha=0.5))

    assert found["notes"] == [NOT_THE_SAME_RUNS]
    assert found["changes"]["moved"] == 0
    assert {row["key"]: row["now"]["ams"] for row in found["rows"]} == ams_of(Parameters(alpha=0.5))


def test_runs_that_came_after_the_calibration_do_not_enter_it():
    """The first configuration's costs are ten times as high, and it is no reference run."""
    fresh = counted(run_id="later run")
    later = replace(
        fresh,
        episodes=tuple(
            e._replace(cost=e.cost * 10) if e.configuration == 0 else e for e in fresh.episodes
        ),
    )
    others = [run for run in RUNS if run != RUNS[0]]
    without = calibrate(EPISODES.select(configurations=EPISODES.keys[1:]))
    found = sensitivity_base(later, without, EPISODES.task_ids, Track.IMPORTED, others)

    assert found.notes == ()
    assert len(found.episodes.keys) == 6


def test_whoever_has_no_place_is_left_out_with_the_reason():
    found = sensitivity_payload(base(counted(cost=None)), Parameters(alpha=0.5))
    assert [one["key"] for one in found["left_out"]] == [EPISODES.keys[0]]
    assert "unknown" in found["left_out"][0]["reason"]
    assert found["changes"]["configurations"] == len(found["rows"]) == 5


def test_parameters_that_make_no_calibration_say_why_and_keep_what_is_published():
    """Without tokens effort has nothing to go by where only they have a weight."""
    blind = counted()
    blind = replace(blind, episodes=tuple(e._replace(total_tokens=None) for e in blind.episodes))
    found = sensitivity_payload(base(blind), Parameters(effort_weights=(1, 0, 0)))

    assert found["changes"] is None
    assert "no known statistic with a weight" in found["refused"][0]
    assert {row["now"] for row in found["rows"]} == {None}
    assert [row["published"]["place"] for row in found["rows"]] == [1, 2, 3, 4, 5, 6]


def test_one_configuration_has_no_order_to_change():
    alone = base()
    alone = replace(alone, episodes=EPISODES.select(configurations=EPISODES.keys[:1]))
    changes = sensitivity_payload(alone, MOVED)["changes"]

    assert changes["spearman"]["value"] is None
    assert "two configurations" in changes["spearman"]["reason"]
    assert (changes["top"], changes["kept"], changes["changed"]) == (1, 1, 0)


@settings(max_examples=30)
@given(st.floats(0, 1), st.floats(0, 1), st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_wherever_the_sliders_stand_ams_is_a_score_and_places_begin_at_one(alpha, weight, shares):
    if not sum(shares):
        return
    parameters = Parameters(alpha=alpha, lambda_=weight, effort_weights=tuple(shares))
    found = sensitivity_payload(BASE, parameters)

    ams = np.array([row["now"]["ams"] for row in found["rows"]])
    assert ((ams >= 0) & (ams <= 1)).all()
    assert min(row["now"]["place"] for row in found["rows"]) == 1
    assert 0 <= found["changes"]["kept"] <= found["changes"]["top"] == 5


BASE = base()
