import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain import econ, measures
from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.scored import MissingCause
from leaderboard_app.tests.factories import (
    absent,
    econ_vectors,
    episode,
    failure,
    lost,
    success,
    unjudged,
    vector_row,
)
from tasks_app.domain.families import GROUP_OF, Family, Group

NAMES = ("alpha", "beta", "gamma")


@st.composite
def episodes(draw, min_size=1):
    """Any mix of scored and missing episodes of both groups."""
    makers = st.sampled_from([success, failure, lost, unjudged, absent])
    families = st.sampled_from([Family.CHEAP, Family.STOP, Family.ESCALATION])
    pairs = draw(st.lists(st.tuples(makers, families), min_size=min_size, max_size=20))
    return [make(family) for make, family in pairs]


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_vectors_hold(name):
    found, expected = vector_row(name).episodes, econ_vectors()["expected"][name]

    assert econ.micro(found) == Rate(*expected["strict"])
    assert econ.up(found) == Rate(*expected["up"])
    assert econ.save(found) == Rate(*expected["save"])
    assert econ.lenient(found) == Rate(*expected["lenient"])
    assert econ.feasibility(found) == Rate(*expected["feasible"])
    assert econ.econ(found).value == pytest.approx(expected["econ"], abs=1e-12)
    assert measures.mean_units(found).value == pytest.approx(expected["mean_units"])
    assert econ.units_per_success(found).value == pytest.approx(expected["units_per_success"])


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_s_lambdas_hold_against_the_dearest_of_the_three(name):
    c_max = max(measures.mean_units(vector_row(other).episodes).value for other in NAMES)
    found = vector_row(name).episodes
    success_rate, cost = econ.micro(found).value, measures.mean_units(found).value

    for weight, expected in econ_vectors()["expected"][name]["s_lambda"].items():
        score = econ.s_lambda(success_rate, cost, c_max, float(weight))
        assert score == pytest.approx(expected, abs=1e-12)


def test_strict_needs_all_three_of_right_evidence_and_budget():
    assert success().is_strict
    assert not episode(correct=False).is_strict
    assert not episode(grounded=False).is_strict
    assert not episode(within_budget=False).is_strict
    assert episode(within_budget=False, grounded=False).is_lenient


def test_econ_is_the_worse_side():
    # Up 3/4 = 0.75, Save 1/2 = 0.5.
    up = [success(Family.ESCALATION)] * 3 + [failure(Family.ESCALATION)]
    save = [success(), failure()]

    assert econ.econ(up + save) == Number(0.5, 6)
    assert econ.micro(up + save) == Rate(4, 6)


def test_errors_stay_in_the_denominator():
    """Eight tasks, two right, two lost to the infrastructure: 2/8, not 2/6."""
    found = [success()] * 2 + [failure()] * 4 + [lost()] * 2

    assert (econ.micro(found).numerator, econ.micro(found).denominator) == (2, 8)
    assert econ.coverage(found) == Rate(6, 8)
    assert econ.missing_by_cause(found)[MissingCause.INFRASTRUCTURE] == 2


def test_each_cause_of_a_missing_episode_is_told_apart():
    found = [lost(), unjudged(), unjudged(), absent(), absent(), absent(), success()]

    assert econ.missing_by_cause(found) == {
        MissingCause.INFRASTRUCTURE: 1,
        MissingCause.UNJUDGED: 2,
        MissingCause.ABSENT: 3,
    }


def test_a_timeout_is_a_failure_and_not_missing():
    timeout = failure(status="agent_timeout")

    assert timeout.missing is None
    assert econ.micro([timeout, success()]) == Rate(1, 2)


def test_a_row_without_success_has_no_units_per_success():
    assert econ.units_per_success([failure()]) == Number(None, 0, "There is no strict success.")


def test_an_unknown_cost_leaves_units_per_success_unknown_and_the_mean_over_the_rest():
    found = [success(units=10.0), success(units=None), success(units=20.0)]

    assert econ.units_per_success(found).value is None
    assert "1 of 3 episodes is unknown" in econ.units_per_success(found).reason
    assert measures.mean_units(found) == Number(15.0, 2)


def test_no_known_cost_has_no_mean():
    assert measures.mean_units([absent()]).value is None


def test_a_bundle_without_one_group_has_no_econ_and_says_which():
    found = econ.econ([success(Family.CHEAP)])

    assert found.value is None
    assert "'up'" in found.reason


def test_zero_success_at_zero_cost_is_zero_and_not_unknown():
    found = [failure(Family.CHEAP, units=0.0), failure(Family.ESCALATION, units=0.0)]

    assert econ.micro(found).value == 0
    assert econ.econ(found).value == 0
    assert measures.mean_units(found) == Number(0.0, 2)


def test_an_episode_that_bought_nothing_counts_as_without_step():
    """An agent that only answers left one step, its answer, which is free."""
    assert econ.no_step_rate([success(units=0.0, steps=1), success(steps=0), success()]) == Rate(
        2, 3
    )


def test_behaviour_rates_count_over_all_tasks():
    found = [success(abstained=True), success(used_composite=True), lost(used_composite=True)]

    assert econ.abstention_rate(found) == Rate(1, 3)
    assert econ.composite_rate(found) == Rate(1, 3)


def test_bounds_are_what_it_would_be_if_the_missing_failed_or_succeeded():
    # Up: one of two known, one missing: 1/2 .. 2/2. Save: 1/1. Econ: 1/2 .. 1.
    found = [success(Family.ESCALATION), absent(Family.ESCALATION), success(Family.CHEAP)]

    assert econ.bounds(found, econ.micro) == (2 / 3, 1.0)
    assert econ.bounds(found, econ.econ) == (0.5, 1.0)


@given(episodes())
def test_econ_is_never_above_either_side(found):
    value = econ.econ(found).value
    sides = (econ.up(found).value, econ.save(found).value)

    assert value == (None if None in sides else min(sides))


@given(episodes())
def test_bounds_are_ordered_and_hold_the_value(found):
    for metric in (econ.micro, econ.econ, econ.lenient, econ.feasibility):
        low, high = econ.bounds(found, metric)
        value = metric(found).value
        assert value is None or low == value <= high


@given(episodes(), st.randoms(use_true_random=False))
def test_the_order_of_tasks_does_not_matter(found, random):
    shuffled = random.sample(found, len(found))

    for metric in (econ.micro, econ.econ, econ.coverage, econ.feasibility):
        assert metric(shuffled) == metric(found)


@given(st.lists(st.floats(0, 500), min_size=1, max_size=10), st.floats(0, 500), st.floats(1, 500))
def test_more_cost_never_raises_feasibility(costs, added, budget):
    def spent(extra):
        return [success(units=c + extra, within_budget=c + extra <= budget) for c in costs]

    assert econ.feasibility(spent(added)).value <= econ.feasibility(spent(0)).value


@given(st.floats(0, 1), st.floats(0, 1000), st.floats(1, 1000), st.floats(0, 1))
def test_s_lambda_falls_with_cost(share, cost, c_max, weight):
    assert econ.s_lambda(share, cost + 1, c_max, weight) <= econ.s_lambda(
        share, cost, c_max, weight
    )


def test_every_family_is_in_one_of_the_two_groups():
    assert {GROUP_OF[family] for family in Family} == set(Group)
