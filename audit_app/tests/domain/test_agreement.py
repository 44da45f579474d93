import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.agreement import agreement, binary_agreement, binary_table
from audit_app.domain.quantity import NO_SHARED_ITEM, ONE_CLASS
from audit_app.tests.statistics import SHOWN

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)


def test_the_published_table_holds():
    found = agreement([[40, 8], [0, 48]])

    assert (found.n, found.percent.numerator, found.disagreements) == (96, 88, 8)
    assert f"{found.percent.value:.1%}" == "91.7%"
    assert round(found.kappa.value, 3) == 0.833
    assert round(found.kappa.se, 4) == 0.0556
    assert (round(found.kappa.low, 3), round(found.kappa.high, 3)) == (0.724, 0.942)
    assert (found.only_first, found.only_second) == (8, 0)
    assert found.mcnemar_p.value == pytest.approx(0.0078125, abs=SHOWN)
    assert found.positive_precision.value == pytest.approx(40 / 48)


def test_pairs_are_counted_with_the_first_rater_in_rows():
    pairs = [(True, True)] * 3 + [(True, False)] * 2 + [(False, True)]

    assert binary_table(pairs) == ((3, 2), (1, 0))


def test_one_class_leaves_kappa_undefined_and_the_agreement_known():
    found = binary_agreement([(True, True)] * 10)

    assert found.percent.value == 1
    assert (found.kappa.value, found.kappa.reason) == (None, ONE_CLASS)


def test_nothing_shared_leaves_everything_undefined_with_a_reason():
    found = binary_agreement([])

    for quantity in (found.kappa, found.ac1, found.pabak, found.percent):
        assert (quantity.value, quantity.reason) == (None, NO_SHARED_ITEM)
    assert found.mcnemar_p.value is None
    assert found.positive_precision.value is None
    assert found.positive_precision.reason


def test_three_classes_have_no_direction():
    found = agreement([[1, 2, 0], [0, 3, 0], [0, 0, 4]])

    assert (found.only_first, found.only_second) == (None, None)
    assert found.mcnemar_p.reason == "undefined: a direction needs two classes"


@pytest.mark.parametrize("table", [[[1]], [[1, 2]], [[1, 2], [3]], [[1, -1], [0, 0]]])
def test_what_is_no_table_of_counts_is_refused(table):
    with pytest.raises(ValueError, match="An agreement table"):
        agreement(table)


@given(PAIRS, st.randoms())
def test_the_order_of_items_does_not_matter(pairs, random):
    shuffled = random.sample(pairs, len(pairs))

    assert binary_agreement(pairs) == binary_agreement(shuffled)


@given(PAIRS)
def test_no_number_is_ever_without_value_and_reason(pairs):
    found = binary_agreement(pairs)
    numbers = [found.kappa, found.linear, found.ac1, found.pabak, found.mcnemar_p, found.percent]

    for number in numbers:
        assert (number.value is None) <= bool(number.reason)
        assert number.value is None or number.value == number.value  # never NaN
