"""What holds of AMS whatever the episodes are."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard_app.domain.meter.ams import ams_of_grid
from leaderboard_app.domain.meter.bounds import ams_bounds
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.task_values import task_values
from leaderboard_app.tests.domain.meter.grids import (
    REWARDS,
    cell,
    cells,
    episodes,
    grid_of,
    repeats_of,
)

SHARES = st.integers(0, 20).map(lambda twentieths: twentieths / 20)
quick = settings(max_examples=40, deadline=None)


@st.composite
def parameters(draw):
    percentiles = draw(st.sets(st.integers(1, 99), min_size=1, max_size=4))
    weights = draw(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 3)))
    return Parameters(
        draw(SHARES), draw(SHARES), weights, tuple(sorted(percentiles)), draw(st.integers(1, 99))
    )


def values(found, calibration):
    return ams_of_grid(task_values(grid_of(found), calibration)).tolist()


def changed(found, place, **facts):
    return [one._replace(**facts) if at == place else one for at, one in enumerate(found)]


@quick
@given(cells(), parameters())
def test_ams_lies_between_0_and_1(found, chosen):
    assert all(0 <= value <= 1 for value in values(found, calibrate(grid_of(found), chosen)))


@quick
@given(cells(), parameters(), st.data())
def test_raising_one_reward_never_lowers_tq_or_aubqc(found, chosen, data):
    calibration = calibrate(grid_of(found), chosen)
    place = data.draw(st.sampled_from(range(len(found))))
    raised = data.draw(st.sampled_from([one for one in REWARDS if one >= found[place].reward]))
    before = scores(grid_of(found), calibration)
    after = scores(grid_of(changed(found, place, reward=raised)), calibration)

    for old, new in zip(before, after, strict=True):
        for name in old.strata:
            assert new.strata[name].tq.value >= old.strata[name].tq.value
            assert new.strata[name].aubqc.value >= old.strata[name].aubqc.value


@quick
@given(cells(), parameters(), st.data())
def test_making_a_failure_dearer_never_raises_ams(found, chosen, data):
    calibration = calibrate(grid_of(found), chosen)
    place = data.draw(st.sampled_from(range(len(found))))
    failed = changed(found, place, reward=0.0)
    dearer = changed(failed, place, cost=failed[place].cost * data.draw(st.floats(1, 100)))

    for old, new in zip(values(failed, calibration), values(dearer, calibration), strict=True):
        assert new <= old


@quick
@given(cells(), parameters(), st.floats(1e-6, 1e6))
def test_all_costs_times_a_constant_with_the_calibration_change_nothing(found, chosen, factor):
    scaled = [one._replace(cost=one.cost * factor) for one in found]
    before = calibrate(grid_of(found), chosen)
    after = calibrate(grid_of(scaled), chosen)

    assert after.stratum_of == before.stratum_of
    assert values(scaled, after) == values(found, before)


@quick
@given(cells(), parameters(), st.randoms(use_true_random=False))
def test_the_order_of_tasks_and_episodes_is_irrelevant(found, chosen, random):
    shuffled, tasks = list(found), sorted({one.task_id for one in found})
    random.shuffle(shuffled)
    random.shuffle(tasks)
    mixed = episodes(shuffled, repeats_of(found), tasks)
    calibration = calibrate(grid_of(found), chosen)

    assert calibrate(mixed, chosen) == calibration
    assert scores(mixed, calibration) == scores(grid_of(found), calibration)


@quick
@given(cells(), parameters(), st.data())
def test_the_bounds_of_an_incomplete_row_hold_whatever_the_missing_episodes_bring(
    found, chosen, data
):
    calibration = calibrate(grid_of(found), chosen)
    lost = data.draw(st.sets(st.sampled_from(range(len(found))), min_size=1))
    left = episodes(
        [one._replace(reward=None) if at in lost else one for at, one in enumerate(found)],
        repeats_of(found),
    )
    bounds = ams_bounds(left, calibration)
    rows = sorted({one.configuration for one in found})

    for (row, key), value in zip(enumerate(rows), values(found, calibration), strict=True):
        if any(found[at].configuration == key for at in lost):
            assert bounds[row].lowest - 1e-12 <= value <= bounds[row].highest + 1e-12
        else:
            assert bounds[row] is None


def test_the_bounds_are_met_by_the_worst_and_the_best_completion():
    """Six episodes of two configurations, one missing: every completion on a grid of rewards
    and costs lies within, and the ends are reached."""
    full = [
        cell(key, task, reward)
        for key, reward in (("a x c", 1.0), ("b x c", 0.0))
        for task in ("t1", "t2", "t3")
    ]
    calibration = calibrate(grid_of(full))
    left = grid_of(changed(full, 0, reward=None))
    (bounds, complete) = ams_bounds(left, calibration)
    completions = [
        values(changed(full, 0, reward=reward, cost=cost), calibration)[0]
        for reward, cost in product(REWARDS, (0.0, 0.5, 1.0, 2.0, 1e6))
    ]

    assert complete is None
    assert bounds.lowest == pytest.approx(min(completions))
    assert bounds.highest == pytest.approx(max(completions))
