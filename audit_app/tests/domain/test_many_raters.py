import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.kappa import cohen_kappa
from audit_app.domain.many_raters import (
    NOT_SHARED,
    ONE_VALUE,
    UNEVEN,
    fleiss_kappa,
    krippendorff_alpha,
)
from audit_app.tests.statistics import SHOWN, vectors

LEVELS = ("nominal", "ordinal", "interval")
LABEL = st.one_of(st.none(), st.integers(1, 4))


@st.composite
def ratings(draw):
    raters, items = draw(st.integers(2, 4)), draw(st.integers(1, 12))
    row = st.lists(LABEL, min_size=items, max_size=items)
    return draw(st.lists(row, min_size=raters, max_size=raters))


@pytest.mark.parametrize("level", LEVELS)
def test_the_golden_alphas_hold(level):
    golden = vectors("agreement")["krippendorff"]

    found = krippendorff_alpha(golden["units_by_coder"], level)

    assert found.value == pytest.approx(golden[level], abs=SHOWN)
    assert found.n == 11  # one of the twelve units has a single label


def test_the_golden_fleiss_kappa_holds():
    golden = vectors("agreement")["fleiss"]

    assert fleiss_kappa(golden["counts"]).value == pytest.approx(golden["kappa"], abs=SHOWN)


def test_alpha_by_hand():
    # Items (1,1), (1,2), (2,2): coincidences 11: 2, 22: 2, 12 and 21: 1 each, so D_o = 2;
    # marginals 3 and 3, n = 6: D_e = 2 * 3 * 3 / 5 = 3.6; alpha = 1 - 2/3.6.
    assert krippendorff_alpha([[1, 1, 2], [1, 2, 2]]).value == pytest.approx(1 - 2 / 3.6)


def test_single_labels_say_nothing_of_agreement():
    assert krippendorff_alpha([[1, None], [None, 2]]).reason == NOT_SHARED
    assert krippendorff_alpha([]).reason == NOT_SHARED
    assert fleiss_kappa([]).reason == NOT_SHARED
    assert fleiss_kappa([(1, 0), (0, 1)]).reason == NOT_SHARED


def test_labels_of_one_class_only_are_undefined():
    assert krippendorff_alpha([[1, 1], [1, 1]]).reason == ONE_VALUE
    assert fleiss_kappa([(2, 0), (2, 0)]).reason == ONE_VALUE


def test_fleiss_needs_as_many_labels_of_every_item():
    assert fleiss_kappa([(2, 0), (2, 1)]).reason == UNEVEN


def test_fleiss_of_two_raters_with_equal_shares_is_cohens_kappa():
    # Table (30, 10; 10, 50): both raters have the same shares, so chance is the same.
    items = [(2, 0)] * 30 + [(1, 1)] * 20 + [(0, 2)] * 50

    assert fleiss_kappa(items).value == pytest.approx(cohen_kappa([[30, 10], [10, 50]]).value)


@given(ratings(), st.randoms())
def test_neither_the_order_of_raters_nor_of_items_matters(rows, random):
    order = random.sample(range(len(rows[0])), len(rows[0]))
    shuffled = [[row[index] for index in order] for row in random.sample(rows, len(rows))]

    for level in LEVELS:
        one, other = krippendorff_alpha(rows, level), krippendorff_alpha(shuffled, level)
        assert one.reason == other.reason
        if one.value is not None:
            assert one.value == pytest.approx(other.value)
            assert one.value <= 1 + 1e-12


@given(ratings())
def test_raters_who_always_agree_have_an_alpha_of_one(rows):
    alike = [rows[0], rows[0]]
    found = krippendorff_alpha(alike)

    if found.value is not None:
        assert found.value == pytest.approx(1)
