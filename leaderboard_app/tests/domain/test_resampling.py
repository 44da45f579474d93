import numpy as np

from leaderboard_app.domain import resampling as module
from leaderboard_app.domain.resampling import resampling
from tasks_app.domain.families import Family

SIZES = {Family.CHEAP: 5, Family.FROZEN: 3}


def test_every_replicate_draws_as_many_tasks_as_a_family_has():
    found = resampling(SIZES, seed=1, replicates=50)

    assert found.draws[Family.CHEAP].shape == (50, 5)
    assert (found.draws[Family.CHEAP].sum(axis=1) == 5).all()
    assert (found.draws[Family.FROZEN].sum(axis=1) == 3).all()


def test_equal_seeds_draw_alike_and_others_do_not():
    first, again, other = (resampling(SIZES, seed, 50).draws for seed in (1, 1, 2))

    assert (first[Family.CHEAP] == again[Family.CHEAP]).all()
    assert (first[Family.CHEAP] != other[Family.CHEAP]).any()


def test_the_order_of_families_does_not_change_a_draw():
    turned = dict(reversed(SIZES.items()))

    assert (
        resampling(SIZES, 1, 50).draws[Family.CHEAP]
        == resampling(turned, 1, 50).draws[Family.CHEAP]
    ).all()


def test_a_task_is_drawn_once_on_average():
    mean = resampling(SIZES, 1, 20_000).draws[Family.CHEAP].mean(axis=0)

    assert np.allclose(mean, 1, atol=0.03)


def test_sums_are_those_of_a_loop_and_do_not_depend_on_chunks(monkeypatch):
    outcomes = np.array([[1, 0, 1, 0, 1], [0, 0, 1, 1, 1]], np.float32)
    found = resampling(SIZES, 1, 40)
    by_hand = [[sum(draw * row) for draw in found.draws[Family.CHEAP]] for row in outcomes]
    whole = found.sums(Family.CHEAP, outcomes)
    monkeypatch.setattr(module, "CHUNK_CELLS", 15)

    assert (whole == np.array(by_hand)).all()
    assert (found.sums(Family.CHEAP, outcomes) == whole).all()


def test_a_family_without_tasks_has_empty_draws():
    assert resampling({Family.CHEAP: 0}, 1, 10).draws[Family.CHEAP].shape == (10, 0)
