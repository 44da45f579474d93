"""Which wording stands for a source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.domain.candidate_choice import Tried, choose

REWARDS = st.none() | st.sampled_from([0.0, 0.25, 0.5, 1.0])
COSTS = st.none() | st.sampled_from([0.0, 0.1, 1.0])
ORIGINAL = Tried("original", 0.5, 1.0)


def tried(*measured):
    return [Tried(str(n), reward, cost) for n, (reward, cost) in enumerate(measured)]


def test_of_equals_the_one_that_was_there_first():
    assert choose(ORIGINAL, tried((0.8, 1.0), (0.8, 1.0))).chosen.key == "0"


def test_a_cost_of_zero_is_the_lowest_and_not_unknown():
    assert choose(ORIGINAL, tried((0.5, 0.0))).chosen.key == "0"
    assert choose(Tried("original", 0.5, 0.0), tried((0.5, 0.0))).chosen is None


def test_a_known_cost_comes_before_an_unknown_one():
    assert choose(ORIGINAL, tried((0.8, None), (0.8, 5.0))).chosen.key == "1"


def test_without_a_trial_the_original_stays_and_says_so():
    assert "has been tried" in choose(ORIGINAL, tried((None, None))).reason
    assert "has been tried" in choose(ORIGINAL, []).reason


def test_without_an_original_there_is_nothing_to_choose_by():
    with pytest.raises(ValueError, match="original has no episode"):
        choose(Tried("original", None, 1.0), tried((1.0, 0.1)))


@given(st.lists(st.tuples(REWARDS, COSTS), max_size=6))
def test_what_is_chosen_is_better_than_the_original_and_no_other_has_more_reward(measured):
    candidates = tried(*measured)
    chosen = choose(ORIGINAL, candidates).chosen
    known = [c.reward for c in candidates if c.reward is not None]
    if chosen is None:
        assert all(reward <= ORIGINAL.reward for reward in known)
    else:
        assert chosen.reward == max(known)
        is_cheaper = chosen.cost is not None and chosen.cost < ORIGINAL.cost
        assert chosen.reward > ORIGINAL.reward or is_cheaper
