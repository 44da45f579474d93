import numpy as np

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.draws import EVERY_TASK, draws
from leaderboard_app.tests.domain.meter.grids import vector_episodes


def test_each_replicate_draws_as_many_tasks_as_each_stratum_has():
    found = draws(vector_episodes(), calibrate(vector_episodes()), seed=1, replicates=50)

    assert list(found.counts) == ["easy", "medium", "hard"]
    for counts in found.counts.values():
        assert counts.shape == (50, 10)
        assert set(counts.sum(axis=1)) == {10}


def test_before_there_are_strata_all_tasks_are_one_group():
    found = draws(vector_episodes(), None, seed=1, replicates=5)

    assert {name: len(places) for name, places in found.columns.items()} == {EVERY_TASK: 30}


def test_equal_seeds_give_equal_draws():
    first, again, other = (draws(vector_episodes(), None, seed, 20) for seed in (1, 1, 2))

    assert np.array_equal(first.counts[EVERY_TASK], again.counts[EVERY_TASK])
    assert not np.array_equal(first.counts[EVERY_TASK], other.counts[EVERY_TASK])
