"""What is said where a condition lacks something; the values are held by hand elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

from leaderboard_app.domain.meter.adapted import assignments
from leaderboard_app.domain.meter.conditions import MIXINGS, condition_scores
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.opt_values import opt_values
from leaderboard_app.domain.meter.transfer import transfers
from leaderboard_app.tests.domain.meter.wordings_grids import (
    ABSENT,
    KEYS,
    SOURCES,
    TASKS,
    calibration,
    counted,
    of_sources,
    subject,
    without,
    without_cost,
)


def scored(condition, found=None):
    values = opt_values(subject(found or counted(), calibration()))
    return condition_scores(values, condition)


def test_weights_of_a_task_add_up_to_one():
    values = opt_values(subject(counted(), calibration()))
    for condition, mixings in MIXINGS.items():
        for mixing in mixings(values):
            given = mixing.weights.sum(axis=0)[mixing.applies]
            assert np.allclose(given[given > 0], 1), condition


def test_for_who_is_no_source_nothing_is_left_out_of_the_pool():
    pooled, cross_only = scored(Condition.POOLED), scored(Condition.CROSS_ONLY)
    assert cross_only.ams[2] == pooled.ams[2]
    assert cross_only.ams[0] != pooled.ams[0]


def test_a_missing_episode_keeps_the_value_and_takes_the_place():
    scores = scored(
        Condition.GENERIC,
        without(counted(), configuration=0, description="generic", task_id="t0", repeat=2),
    )
    assert (scores.counted[0], scores.promised[0]) == (11, 12)
    assert not np.isnan(scores.ams[0])
    assert scores.placed.tolist() == [False, True, True]


def test_a_task_without_any_episode_takes_the_value_and_says_so():
    found = without(counted(), configuration=1, description=SOURCES[0], task_id="t2")
    scores = scored(Condition.POOLED, found)
    assert np.isnan(scores.ams[1])
    assert scores.ams_reasons == ("", "1 of 6 tasks lack an episode.", "")
    assert scored(Condition.SELF, found).ams_reasons[1] == ""


def test_one_unknown_cost_takes_the_ams_and_not_the_reward():
    found = without_cost(counted(), configuration=0, description="generic", task_id="t1", repeat=1)
    scores = scored(Condition.GENERIC, found)
    assert np.isnan(scores.ams[0])
    assert scores.ams_reasons[0] == "The cost of 1 of 12 episodes is unknown."
    assert scores.reward[0] == scored(Condition.GENERIC).reward[0]
    assert scored(Condition.ORIGINAL, found).ams[0] == scored(Condition.ORIGINAL).ams[0]


def test_before_a_calibration_there_are_rewards_and_no_ams():
    scores = condition_scores(opt_values(subject(counted(), None)), Condition.POOLED)
    assert set(scores.ams_reasons) == {"The bundle is not calibrated yet."}
    assert np.array_equal(scores.reward, scored(Condition.POOLED).reward)


def test_with_one_source_that_one_has_no_cross():
    alone = of_sources(counted(), KEYS[:1])
    for condition in (Condition.CROSS, Condition.CROSS_ONLY):
        scores = scored(condition, alone)
        assert scores.ams_reasons == (
            "There is no description from another configuration.",
            "",
            "",
        )


def test_without_any_source_only_shared_wordings_have_values():
    bare = of_sources(counted(), ())
    assert scored(Condition.GENERIC, bare).placed.all()
    for condition in (Condition.SELF, Condition.CROSS, Condition.POOLED, Condition.CROSS_ONLY):
        assert not scored(condition, bare).placed.any()
    reasons = set(scored(Condition.POOLED, bare).ams_reasons)
    assert reasons == {"No task has a description of a source."}


def test_where_the_original_was_kept_its_episodes_stand_for_the_source_and_no_transfer_counts():
    """On t0 nothing was better than the original for model-b."""
    values = opt_values(subject(counted(), calibration()))
    of_b = values.wordings.index(KEYS[1])
    assert np.array_equal(values.figures["reward"][of_b][:, 0], values.figures["reward"][0][:, 0])
    found = next(one for one in transfers(values) if one.source == KEYS[1])
    assert (found.kept, found.effective.denominator) == (1, 5)


def test_a_transfer_of_equal_reward_and_unknown_cost_is_unknown():
    found = counted()
    same = tuple(
        e._replace(reward=0.5, cost=None if e.description == ABSENT else 1.0)
        if e.task_id == "t0" and e.description in ("original", ABSENT)
        else e
        for e in found.episodes
    )
    values = opt_values(subject(replace(found, episodes=same), calibration()))
    one = next(t for t in transfers(values) if t.source == ABSENT)
    assert (one.unknown, one.effective.denominator) == (1, 3)


def test_equal_seeds_draw_equal_assignments_and_only_sources_that_have_a_text():
    has_text = opt_values(subject(counted(), calibration())).has_text
    first, again, other = (assignments(has_text, seed, 500) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert has_text[first, np.arange(len(TASKS))].all()


@pytest.mark.parametrize("task", range(len(TASKS)))
def test_each_source_of_a_task_is_as_likely_as_the_others(task):
    """10,000 draws: four standard errors of a share of 1/2 are 0.02."""
    has_text = opt_values(subject(counted(), calibration())).has_text
    drawn = assignments(has_text, 3)[:, task]
    shares = [np.mean(drawn == source) for source in np.flatnonzero(has_text[:, task])]
    assert np.allclose(shares, 1 / len(shares), atol=0.02)
