import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.kappa import agreement_weights, cohen_kappa
from audit_app.domain.quantity import NO_SHARED_ITEM, ONE_CLASS
from audit_app.tests.statistics import vectors

CASES = vectors("agreement")["two_raters"]
NAMES = [case["name"] for case in CASES]


def tables(classes=3, most=30):
    row = st.lists(st.integers(0, most), min_size=classes, max_size=classes)
    return st.lists(row, min_size=classes, max_size=classes)


def digits(value):
    """Half a unit of the last digit that a golden value shows (four or six decimals)."""
    return 6e-5 if round(value, 4) == value else 6e-7


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_golden_kappas_hold(case):
    found = cohen_kappa(case["table"])

    if case["kappa"] is None:
        assert (found.value, found.reason) == (None, case["reason"])
        return
    assert found.value == pytest.approx(case["kappa"], abs=digits(case["kappa"]))
    if "se" in case:
        assert found.se == pytest.approx(case["se"], abs=digits(case["se"]))
    if "ci" in case:
        assert [found.low, found.high] == pytest.approx(case["ci"], abs=digits(case["ci"][0]))


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_golden_weighted_kappas_hold(case, weights):
    found = cohen_kappa(case["table"], weights)

    if f"{weights}_weighted" in case:
        expected = case[f"{weights}_weighted"]
        assert found.value == pytest.approx(expected, abs=digits(expected))
    if f"{weights}_se" in case:
        assert found.se == pytest.approx(case[f"{weights}_se"], abs=digits(case[f"{weights}_se"]))


def test_the_published_kappa_by_hand():
    # p_o = 88/96 = 11/12; p_e = 48/96 * 40/96 + 48/96 * 56/96 = 1/2; (11/12 - 1/2) / (1/2) = 5/6.
    assert cohen_kappa([[40, 8], [0, 48]]).value == pytest.approx(5 / 6)


def test_both_raters_of_one_class_are_undefined_though_the_scale_has_two():
    assert cohen_kappa([[0, 0], [0, 7]]).reason == ONE_CLASS
    assert cohen_kappa([[0, 0], [0, 7]]).n == 7


def test_constant_raters_of_different_classes_agree_as_chance_would():
    # p_o = 0 and p_e = 1 * 0 + 0 * 1 = 0.
    assert cohen_kappa([[0, 7], [0, 0]]).value == 0


def test_no_shared_item_is_undefined():
    assert cohen_kappa([[0, 0], [0, 0]]).reason == NO_SHARED_ITEM


def test_weights_fall_from_one_on_the_diagonal_to_zero():
    assert agreement_weights(3, "linear")[0].tolist() == [1, 0.5, 0]
    assert agreement_weights(3, "quadratic")[0].tolist() == [1, 0.75, 0]
    assert agreement_weights(3, "unweighted")[0].tolist() == [1, 0, 0]


@given(tables())
def test_swapping_raters_changes_nothing(table):
    for weights in ("unweighted", "linear", "quadratic"):
        one, other = cohen_kappa(table, weights), cohen_kappa(np.transpose(table), weights)

        assert (one.value is None) == (other.value is None)
        if one.value is not None:
            assert one.value == pytest.approx(other.value)
            assert one.se == pytest.approx(other.se, abs=1e-9)


@given(tables(), st.permutations(range(3)))
def test_naming_classes_otherwise_changes_nothing(table, order):
    renamed = np.array(table)[np.ix_(order, order)]
    one, other = cohen_kappa(table), cohen_kappa(renamed)

    assert (one.value is None) == (other.value is None)
    if one.value is not None:
        assert one.value == pytest.approx(other.value)


@given(tables())
def test_kappa_is_at_most_the_agreement_and_at_least_minus_one(table):
    found = cohen_kappa(table)

    if found.value is not None:
        observed = np.trace(table) / np.sum(table)
        assert -1 - 1e-12 <= found.value <= observed + 1e-12
        assert found.se >= 0


@given(tables(classes=2))
def test_of_two_classes_all_weights_are_the_same(table):
    assert cohen_kappa(table, "linear") == cohen_kappa(table) == cohen_kappa(table, "quadratic")


def test_the_standard_error_is_that_of_resampled_items():
    """The spread of kappa over 4,000 resamplings of 400 items is its standard error."""
    table = np.array([[150, 30], [20, 200]])
    rng = np.random.default_rng(3)
    resampled = rng.multinomial(400, (table / 400).ravel(), size=4_000).reshape(-1, 2, 2)
    spread = np.std([cohen_kappa(sample).value for sample in resampled])

    assert cohen_kappa(table).se == pytest.approx(spread, rel=0.05)
