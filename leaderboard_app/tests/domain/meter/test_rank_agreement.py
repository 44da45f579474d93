from itertools import combinations
from math import isnan, sqrt
from statistics import correlation

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain.meter import rank_agreement
from leaderboard_app.domain.meter.rank_agreement import agreements, places

SCORES = st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), min_size=5, max_size=5)


def agreement(reference, scores):
    """One draw as plain numbers."""
    found = agreements(np.array(reference), np.array(scores)[:, None])
    return tuple(float(one[0]) for one in found)


def sign(number):
    return (number > 0) - (number < 0)


def tau_b(first, second):
    """Pair by pair, as it is defined."""
    pairs = list(combinations(range(len(first)), 2))
    signs = [(sign(first[i] - first[j]), sign(second[i] - second[j])) for i, j in pairs]
    untied = [sum(bool(pair[side]) for pair in signs) for side in (0, 1)]
    return sum(a * b for a, b in signs) / sqrt(untied[0] * untied[1])


def average_rank(scores, mine):
    higher, equal = sum(s > mine for s in scores), sum(s == mine for s in scores)
    return higher + (equal + 1) / 2


def test_the_same_order_agrees_wholly_and_the_reverse_not_at_all():
    assert agreement([0.9, 0.5, 0.1], [0.3, 0.2, 0.1]) == (1, 1, 0)
    assert agreement([0.9, 0.5, 0.1], [0.1, 0.2, 0.3]) == (-1, -1, 2)


def test_one_exchange_of_neighbours_by_hand():
    """Four, the middle two exchanged: 1 - 6 x 2 / (4 x 15) = 0.8; (5 - 1) / 6 = 2 / 3."""
    spearman, kendall, shift = agreement([4, 3, 2, 1], [4, 2, 3, 1])
    assert (spearman, kendall, shift) == (pytest.approx(0.8), pytest.approx(2 / 3), 1)


def test_ties_by_hand():
    """Ranks 1, 2, 3 against 1.5, 1.5, 3: 1.5 / sqrt(2 x 1.5); pairs: 2 / sqrt(3 x 2)."""
    spearman, kendall, shift = agreement([3, 2, 1], [2, 2, 1])
    assert spearman == pytest.approx(1.5 / sqrt(3))
    assert kendall == pytest.approx(2 / sqrt(6))
    assert shift == 1  # the second place shares the first


@pytest.mark.parametrize(("first", "second"), [([1, 1, 1], [3, 2, 1]), ([3, 2, 1], [1, 1, 1])])
def test_where_all_are_equal_nothing_agrees_or_disagrees(first, second):
    spearman, kendall, _ = agreement(first, second)
    assert isnan(spearman)
    assert isnan(kendall)


def test_a_single_configuration_has_no_order():
    spearman, kendall, shift = agreement([1], [0.5])
    assert (isnan(spearman), isnan(kendall), shift) == (True, True, 0)


@given(SCORES, SCORES)
def test_it_is_what_the_definitions_give(first, second):
    spearman, kendall, _ = agreement(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert isnan(spearman)
        assert isnan(kendall)
        return
    ranks = [[average_rank(scores, mine) for mine in scores] for scores in (first, second)]
    assert spearman == pytest.approx(correlation(*ranks))
    assert kendall == pytest.approx(tau_b(first, second))


@given(SCORES, SCORES)
def test_agreement_is_mutual_and_bounded(first, second):
    there, back = agreement(first, second), agreement(second, first)
    assert there == pytest.approx(back, nan_ok=True)
    assert all(isnan(one) or abs(one) <= 1 + 1e-12 for one in there[:2])


def test_draws_do_not_touch_each_other_however_they_are_cut(monkeypatch):
    generator = np.random.default_rng(1)
    reference, scores = generator.random(6), generator.random((6, 50))
    whole = agreements(reference, scores)
    monkeypatch.setattr(rank_agreement, "CHUNK_CELLS", 100)
    in_parts = agreements(reference, scores)
    assert all((a == b).all() for a, b in zip(whole, in_parts, strict=True))
    alone = [agreement(reference, scores[:, draw]) for draw in range(50)]
    assert np.array(whole).T.tolist() == [pytest.approx(one) for one in alone]


def test_equal_scores_share_the_best_place():
    assert places(np.array([[0.5], [0.9], [0.5], [0.1]]))[:, 0].tolist() == [2, 1, 2, 4]
