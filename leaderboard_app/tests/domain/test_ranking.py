import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from leaderboard_app.domain import ranking as module
from leaderboard_app.domain.intervals import Interval
from leaderboard_app.domain.ranking import Rank, check_comparable, ranks, replicate_ranks
from leaderboard_app.tests.factories import simple_row
from runs_app.domain.episode import Track
from tasks_app.domain.errors import NotComparable


def rows(count):
    return [simple_row("+", "+", f"agent {n}", n) for n in range(count)]


def test_rows_whose_intervals_overlap_share_a_rank():
    # The third lies wholly below the first alone, so one row is surely above it.
    intervals = [Interval(0.6, 0.8), Interval(0.5, 0.7), Interval(0.3, 0.55)]
    econ = np.array([[0.7] * 100, [0.6] * 100, [0.4] * 100])

    assert [rank.rank for rank in ranks(rows(3), intervals, econ)] == [1, 1, 2]


def test_an_interval_that_only_touches_is_not_above():
    intervals = [Interval(0.5, 0.8), Interval(0.3, 0.5)]

    assert [r.rank for r in ranks(rows(2), intervals, np.ones((2, 10)))] == [1, 1]


def test_the_rank_interval_comes_from_the_replicates():
    # The second is above the first in half of the replicates.
    econ = np.array([[0.5] * 100, [0.4] * 50 + [0.6] * 50, [0.1] * 100])
    intervals = [Interval(0.5, 0.5), Interval(0.4, 0.6), Interval(0.1, 0.1)]

    assert ranks(rows(3), intervals, econ) == [Rank(1, 1, 2), Rank(1, 1, 2), Rank(3, 3, 3)]


def test_equal_scores_share_the_better_place_in_a_replicate():
    assert replicate_ranks(np.array([[0.2], [0.5], [0.5], [0.1]]))[:, 0].tolist() == [3, 1, 1, 4]


def test_different_cost_bases_are_refused():
    proxy = simple_row("+", "+", "coder", 2, track=Track.WORKSPACE)

    with pytest.raises(NotComparable, match="workspace in execution_proxy"):
        check_comparable([*rows(1), proxy])


def test_different_tracks_of_one_cost_basis_are_refused():
    imported = simple_row("+", "+", "log", 2, track=Track.IMPORTED)

    with pytest.raises(NotComparable):
        ranks([*rows(1), imported], [Interval(0, 1)] * 2, np.ones((2, 10)))


def test_nobody_is_ranked_where_there_is_nobody():
    assert ranks([], [], np.empty((0, 10))) == []


@given(arrays.arrays(np.float64, (4, 6), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0])))
def test_a_replicates_ranks_are_those_of_a_loop(scores):
    expected = [
        [1 + sum(other > mine for other in column) for mine in column] for column in scores.T
    ]

    assert replicate_ranks(scores).T.tolist() == expected


def test_ranks_do_not_depend_on_chunks(monkeypatch):
    scores = np.random.default_rng(1).random((5, 40))
    whole = replicate_ranks(scores)
    monkeypatch.setattr(module, "CHUNK_CELLS", 15)

    assert (replicate_ranks(scores) == whole).all()
