from functools import cache
from itertools import combinations, product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.core_agreement import (
    full_order,
    permutations,
    smaller_sizes,
    subset_agreement,
)
from leaderboard_app.domain.meter.rank_agreement import agreements
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_sets import core_selection
from leaderboard_app.tests.domain.meter.grids import cells, grid_of, vector_episodes


@cache
def vectors():
    episodes = vector_episodes()
    calibration = calibrate(episodes)
    return episodes, calibration, full_order(episodes, calibration)


def ams_on(tasks):
    """AMS by the grid's own way, under the calibration of all tasks."""
    episodes, calibration, _ = vectors()
    return [one.ams.value for one in scores(episodes.select(tasks=tasks), calibration)]


def brute_force(tasks):
    """Agreement with Full of the AMS of a grid over some tasks."""
    episodes = vectors()[0]
    full, part = (np.array(ams_on(ids)) for ids in (episodes.task_ids, tasks))
    found = agreements(full, part[:, None])
    return [pytest.approx(float(one[0])) for one in found]


def strata_tasks():
    episodes, calibration, _ = vectors()
    return [[t for t in episodes.task_ids if calibration.stratum_of[t] is s] for s in Stratum]


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_core_agrees_as_the_grids_of_both_sets_do(size):
    _, calibration, order = vectors()
    core = core_selection(calibration, size)
    found = subset_agreement(order, core, permutations(order, 1, 100))

    assert sorted(found.task_ids) == sorted(core)
    values = [found.spearman.value, found.kendall.value, found.largest_shift.value]
    assert values == brute_force(core)
    assert found.spearman.n == 6


def test_all_tasks_agree_with_themselves_and_are_like_every_subset_of_their_size():
    episodes, _, order = vectors()
    found = subset_agreement(order, episodes.task_ids, permutations(order, 1, 50))

    assert (found.spearman.value, found.kendall.value, found.largest_shift.value) == (1, 1, 0)
    assert found.random_spearman.mean.value == 1
    assert found.random_spearman.percentile.value == 50  # equal ones count by half


def test_random_subsets_are_balanced_and_come_to_what_every_subset_comes_to():
    """One task of each stratum, 10 x 10 x 10 ways, each by the grid's own way; 20,000 random ones
    lie within five standard errors of their mean (0.35 / sqrt(20,000) = 0.0025)."""
    episodes, calibration, order = vectors()
    ways = list(product(*strata_tasks()))
    full = np.array(ams_on(episodes.task_ids))
    every = agreements(full, np.array([ams_of(way) for way in ways]).T)
    known = every.spearman[~np.isnan(every.spearman)]
    core = core_selection(calibration, 1)
    found = subset_agreement(order, core, permutations(order, 7, 20_000))

    assert found.random_spearman.mean.value == pytest.approx(known.mean(), abs=0.0125)
    mine = found.spearman.value
    below = 100 * fmean((one < mine - 1e-9) + (abs(one - mine) < 1e-9) / 2 for one in known)
    assert found.random_spearman.percentile.value == pytest.approx(below, abs=2)


@cache
def task_scores():
    """The three parts of each configuration on each single task, from the values of the grid."""
    _, _, order = vectors()
    values = order.values
    return values.reward, values.budgeted, values.expensive


def ams_of(way):
    """AMS on one task of each stratum, written out."""
    _, calibration, order = vectors()
    alpha, weight = calibration.parameters.alpha, calibration.parameters.lambda_
    places = [order.task_ids.index(task) for task in way]
    reward, budgeted, expensive = (part[:, places] for part in task_scores())
    score = (alpha * reward + (1 - alpha) * budgeted) * (1 - weight * expensive)
    return np.round(score.mean(axis=1), 12)


def test_what_is_written_out_here_is_ams():
    way = [tasks[0] for tasks in strata_tasks()]
    assert ams_of(way).tolist() == pytest.approx(ams_on(way))


def test_subsets_of_different_sizes_lie_within_each_other_and_every_pair_comes_up():
    _, _, order = vectors()
    found = permutations(order, 3, 2000)[Stratum.EASY]
    pairs = {tuple(np.flatnonzero(row < 2)) for row in found}
    assert pairs == set(combinations(range(10), 2))
    assert (np.sort(found, axis=1) == np.arange(10)).all()


def test_the_seed_decides_and_nothing_else():
    _, calibration, order = vectors()
    core = core_selection(calibration, 3)
    first, again, other = (
        subset_agreement(order, core, permutations(order, seed, 300)) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.random_spearman != other.random_spearman


def test_a_single_configuration_has_no_agreement_and_says_why():
    episodes, calibration, _ = vectors()
    alone = full_order(episodes.select(configurations=episodes.keys[:1]), calibration)
    found = subset_agreement(alone, core_selection(calibration, 2), permutations(alone, 1, 20))

    for number in (found.spearman, found.kendall, found.largest_shift):
        assert (number.value, number.reason) == (
            None,
            "It takes two configurations with an AMS to compare orders.",
        )
    assert found.random_spearman.mean.value is None
    assert found.random_spearman.percentile.reason


def test_sizes_go_from_one_to_one_less_than_a_stratum_has():
    assert smaller_sizes(vectors()[1]) == (1, 2, 3, 4, 5, 6, 7, 8, 9)


@settings(max_examples=25)
@given(cells())
def test_any_core_is_bounded_and_its_percentile_a_share(found):
    episodes = grid_of(found)
    calibration = calibrate(episodes)
    order = full_order(episodes, calibration)
    subset = subset_agreement(order, core_selection(calibration, 1), permutations(order, 1, 40))
    for number in (subset.spearman, subset.kendall):
        assert number.value is None or -1 <= number.value <= 1
    percentile = subset.random_spearman.percentile.value
    assert percentile is None or 0 <= percentile <= 100
