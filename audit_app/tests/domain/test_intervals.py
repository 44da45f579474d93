import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit_app.domain.agreement import agreement
from audit_app.domain.incomplete_beta import regularised_beta
from audit_app.domain.intervals import (
    NOTHING_VARIED,
    clopper_pearson,
    is_cut,
    normal_quantity,
    proportion,
    wilson,
)
from audit_app.tests.statistics import SHOWN, vectors

PUBLISHED = vectors("agreement")["two_raters"][0]


@st.composite
def counts(draw):
    total = draw(st.integers(1, 2_000))
    return draw(st.integers(0, total)), total


def test_the_published_wilson_intervals_hold():
    assert wilson(88, 96) == pytest.approx(PUBLISHED["percent_wilson"], abs=SHOWN)
    assert wilson(40, 48) == pytest.approx(PUBLISHED["ppv_wilson"], abs=SHOWN)


def test_no_error_among_48_may_still_be_seven_percent():
    # The limit solves (1 - p)^48 = 0.025.
    low, high = clopper_pearson(0, 48)

    assert low == 0
    assert high == pytest.approx(PUBLISHED["zero_of_48_exact_upper_two_sided"], abs=SHOWN)
    assert high == pytest.approx(1 - 0.025 ** (1 / 48), rel=1e-12)


@given(counts())
def test_exact_limits_leave_two_and_a_half_percent_on_each_side(pair):
    count, total = pair
    low, high = clopper_pearson(count, total)

    if count:
        assert regularised_beta(low, count, total - count + 1) == pytest.approx(0.025, abs=1e-9)
    if count < total:
        assert regularised_beta(high, count + 1, total - count) == pytest.approx(0.975, abs=1e-9)


@given(counts())
def test_both_intervals_hold_the_share_and_stay_between_zero_and_one(pair):
    count, total = pair

    for low, high in (wilson(count, total), clopper_pearson(count, total)):
        assert 0 <= low <= count / total + 1e-12
        assert count / total - 1e-12 <= high <= 1


def test_a_share_of_nothing_is_undefined_and_says_why():
    found = proportion(0, 0, "undefined: nobody looked")

    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.reason == "undefined: nobody looked"


def test_a_spread_of_zero_gives_no_interval():
    found = normal_quantity(1.0, 1e-20, 10)

    assert (found.se, found.low, found.high) == (0.0, None, None)
    assert found.reason == NOTHING_VARIED


@pytest.mark.parametrize(
    ("value", "least", "low", "high", "reason"),
    [
        # 1.96 standard errors of 0.1 to each side
        (0.95, -1, 0.754, 1, "interval cut at 1, where the scale ends"),
        (-0.95, -1, -1, -0.754, "interval cut at -1, where the scale ends"),
        (0.05, 0, 0, 0.246, "interval cut at 0, where the scale ends"),
        (0.5, -1, 0.304, 0.696, ""),
    ],
)
def test_a_normal_interval_ends_where_its_scale_does_and_says_so(value, least, low, high, reason):
    found = normal_quantity(value, 0.01, 50, least)

    assert (found.value, found.se) == (value, 0.1)
    assert (round(found.low, 3), round(found.high, 3)) == (low, high)
    assert found.reason == reason
    assert is_cut(found.reason) is bool(reason)


def test_an_interval_wider_than_its_scale_is_cut_at_both_ends():
    found = normal_quantity(0.0, 9.0, 4)

    assert (found.low, found.high, found.se) == (-1, 1, 3)
    assert found.reason == "interval cut at -1 and 1, where the scale ends"


def test_no_interval_is_cut_because_nothing_varied():
    assert not is_cut(NOTHING_VARIED)


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4))
@example([6, 0, 0, 7])
def test_no_coefficient_of_any_table_has_an_interval_beyond_its_scale(counts):
    found = agreement([counts[:2], counts[2:]])

    for quantity in (found.kappa, found.ac1, found.pabak):
        if quantity.low is not None:
            assert -1 <= quantity.low <= quantity.value <= quantity.high <= 1
