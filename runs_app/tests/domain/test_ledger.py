import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.domain.ledger import Ledger, price_steps
from tasks_app.domain.prices import REFERENCE_PRICES, PriceSchedule

CALLS = st.lists(
    st.sampled_from(
        [
            ("lookup", None),
            ("read", None),
            ("search", None),
            ("deep_research", None),
            ("run_model", "fast"),
            ("run_model", "frontier"),
            ("answer", None),
        ]
    )
)


def test_the_canonical_escalation_trace_costs_322_units():
    trace = [(a, None) for a in ("search", "read", "read", "deep_research", "answer")]
    # 30 + 16 + 16 + 260 + 0
    assert price_steps(trace, REFERENCE_PRICES, 370).total == 322


def test_the_step_that_goes_over_is_named_once():
    # 30, 60, 76, 92: the fourth step passes 90, the fifth finds the budget passed already.
    steps = [("search", None), ("search", None), ("read", None), ("read", None), ("lookup", None)]
    ledger = price_steps(steps, REFERENCE_PRICES, 90)
    assert ledger.over_step == 4
    assert [line.went_over for line in ledger.lines] == [False, False, False, True, False]
    assert ledger.remaining == 90 - 98


def test_equality_is_within_budget():
    assert price_steps([("search", None)], REFERENCE_PRICES, 30).within_budget
    assert not price_steps([("search", None), ("lookup", None)], REFERENCE_PRICES, 35).within_budget


def test_decimal_prices_add_up_as_on_paper():
    tenth = PriceSchedule(actions={"search": 0.1}, tiers={})
    # In binary, 0.1 + 0.1 + 0.1 is 0.30000000000000004.
    ledger = price_steps([("search", None)] * 3, tenth, 0.3)
    assert ledger.within_budget
    assert ledger.over_step is None
    assert ledger.remaining == 0


def test_an_action_without_a_price_is_an_error():
    with pytest.raises(KeyError):
        price_steps([("teleport", None)], REFERENCE_PRICES, 100)


@given(CALLS, st.integers(0, 1000))
def test_charging_one_by_one_equals_pricing_at_once(calls, budget):
    ledger = Ledger(budget, ())
    for action, tier in calls:
        ledger = ledger.charged(action, tier, REFERENCE_PRICES.price(action, tier))
    assert ledger == price_steps(calls, REFERENCE_PRICES, budget)


@given(CALLS, st.integers(0, 1000))
def test_totals_never_fall_and_end_in_the_sum(calls, budget):
    ledger = price_steps(calls, REFERENCE_PRICES, budget)
    totals = [line.total for line in ledger.lines]
    assert totals == sorted(totals)
    assert ledger.total == sum(line.units for line in ledger.lines)
    assert ledger.remaining == budget - ledger.total


@given(CALLS, st.integers(0, 1000))
def test_one_step_goes_over_exactly_when_the_budget_is_exceeded(calls, budget):
    ledger = price_steps(calls, REFERENCE_PRICES, budget)
    assert (ledger.over_step is None) == ledger.within_budget
    assert sum(line.went_over for line in ledger.lines) == (not ledger.within_budget)


@given(CALLS, st.integers(0, 1000))
def test_a_larger_budget_is_never_exceeded_earlier(calls, budget):
    smaller = price_steps(calls, REFERENCE_PRICES, budget).over_step
    larger = price_steps(calls, REFERENCE_PRICES, budget + 50).over_step
    assert larger is None or (smaller is not None and smaller <= larger)
