import numpy as np
import pytest
from hypothesis import given

from audit_app.domain.prevalence import gwet_ac1, pabak
from audit_app.domain.quantity import NO_SHARED_ITEM
from audit_app.tests.domain.test_kappa import tables
from audit_app.tests.statistics import SHOWN, vectors

CASES = vectors("agreement")["two_raters"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_golden_values_hold(case):
    if "ac1" in case:
        assert gwet_ac1(case["table"]).value == pytest.approx(case["ac1"], abs=SHOWN)
    if "pabak" in case:
        assert pabak(case["table"]).value == pytest.approx(case["pabak"], abs=SHOWN)


def test_ac1_by_hand_where_kappa_collapses():
    # 85 of 100 alike; shares (0.875, 0.125), so chance = 2 * 0.875 * 0.125 = 0.21875 and
    # (0.85 - 0.21875) / (1 - 0.21875) = 0.808.
    assert gwet_ac1([[80, 10], [5, 5]]).value == pytest.approx(0.808)


def test_they_are_defined_where_both_raters_used_one_class():
    assert gwet_ac1([[10, 0], [0, 0]]).value == 1
    assert pabak([[10, 0], [0, 0]]).value == 1


def test_no_shared_item_is_undefined():
    for coefficient in (gwet_ac1, pabak):
        assert coefficient([[0, 0], [0, 0]]).value is None
        assert coefficient([[0, 0], [0, 0]]).reason == NO_SHARED_ITEM


@given(tables())
def test_swapping_raters_changes_nothing(table):
    for coefficient in (gwet_ac1, pabak):
        one, other = coefficient(table), coefficient(np.transpose(table))

        assert one.value == pytest.approx(other.value) if one.value is not None else True
        assert (one.value is None) == (other.value is None)


@given(tables(classes=2))
def test_pabak_of_two_classes_is_twice_the_agreement_minus_one(table):
    found = pabak(table)

    if found.value is not None:
        assert found.value == pytest.approx(2 * np.trace(table) / np.sum(table) - 1)
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12


def test_the_standard_error_of_ac1_is_that_of_resampled_items():
    table = np.array([[150, 30], [20, 200]])
    rng = np.random.default_rng(3)
    resampled = rng.multinomial(400, (table / 400).ravel(), size=4_000).reshape(-1, 2, 2)
    spread = np.std([gwet_ac1(sample).value for sample in resampled])

    assert gwet_ac1(table).se == pytest.approx(spread, rel=0.05)
