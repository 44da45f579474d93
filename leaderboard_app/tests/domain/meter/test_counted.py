import json
from dataclasses import replace

import numpy as np

from leaderboard_app.domain.meter.composition import compose
from leaderboard_app.domain.meter.counted import counted_episodes
from leaderboard_app.domain.meter.episode_board import counted_of, episodes_board
from leaderboard_app.domain.meter.grid_conditions import EPISODES_OF, Condition
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.tests.meter_factories import METERED, attempt, meter_run, price_book
from runs_app.domain.episode import Track

OTHER = replace(METERED, name="other", model="model-b")
ELSEWHERE = replace(METERED, name="elsewhere", track=Track.WORKSPACE)
RUNS = [
    meter_run(1),
    meter_run(2, repeat=2),
    meter_run(3, agent_id=2, spec=OTHER),
    meter_run(4, agent_id=3, spec=ELSEWHERE),
    meter_run(5, description="generic"),
]
OUTCOMES = [
    attempt(1, "t1"),
    attempt(1, "t2", reward=0.0),
    attempt(2, "t1", reward=0.5),
    attempt(3, "t1", cost_usd=None, step_count=None),
    attempt(4, "t1"),
    attempt(5, "t2", reward=0.25),
]


def counted(pricing=None):
    return counted_episodes(compose(RUNS, OUTCOMES), ("t1", "t2"), pricing or Pricing())


def test_a_grid_holds_the_configurations_of_its_track_only():
    found = counted()

    assert found.tracks == (Track.WORKSPACE, Track.IMPORTED)
    assert found.under("original", Track.IMPORTED).keys == ("model-a x cli-x", "model-b x cli-x")
    assert found.under("original", Track.WORKSPACE).keys == ("model-a x cli-x",)


def test_episodes_stand_at_their_configuration_task_and_repeat():
    episodes = counted().under("original", Track.IMPORTED)

    assert episodes.repeats == (2, 1)
    assert np.array_equal(
        episodes.reward,
        [[[1.0, 0.5], [0.0, np.nan]], [[1.0, np.nan], [np.nan, np.nan]]],
        equal_nan=True,
    )


def test_a_condition_of_one_wording_holds_whoever_ran_under_it():
    found = counted()

    assert EPISODES_OF[Condition.ORIGINAL](found, Track.IMPORTED).keys == (
        "model-a x cli-x",
        "model-b x cli-x",
    )
    generic = EPISODES_OF[Condition.GENERIC](found, Track.IMPORTED)
    assert generic.keys == ("model-a x cli-x",)
    assert generic.reward[0, 1, 0] == 0.25


def test_the_reference_holds_every_track_and_the_original_wording_only():
    reference = counted().reference()

    assert len(reference.keys) == 3
    assert np.nansum(reference.reward) == 3.5  # 1 + 0 + 0.5, 1, 1


def test_why_a_configuration_has_no_cost_is_told():
    assert counted().unpriced == {2: "no cost was reported"}
    by_book = counted(Pricing(price_book(4, model_b=5)))
    assert set(by_book.unpriced.values()) == {"price book 4 has no price of model-a"}


def test_an_infrastructure_error_needs_no_price():
    lost = attempt(1, status="infrastructure_error", reward=None, cost_usd=None)
    found = counted_episodes(compose([meter_run(1)], [lost]), ("t1",), Pricing())

    assert found.unpriced == {}


def test_the_board_of_episodes_gives_them_back_from_json():
    found = counted()
    bundle = {"name": "b", "version": "1", "ref": "b@1"}
    board = episodes_board(bundle, found, Pricing().payload(), None)

    assert counted_of(json.loads(json.dumps(board))) == found
