import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from leaderboard_app.domain.intervals import Interval, paired_difference, percentile_intervals


def test_the_ends_are_interpolated_percentiles():
    # 0, 1, ..., 40: positions 0.025 * 40 = 1 and 0.975 * 40 = 39.
    assert percentile_intervals(np.arange(41.0)[None, ::-1]) == [Interval(1.0, 39.0)]


def test_an_end_among_undefined_replicates_is_unknown():
    samples = np.array([[1.0] * 90 + [np.inf] * 10])

    assert percentile_intervals(samples) == [Interval(1.0, None)]


def test_few_undefined_replicates_leave_both_ends():
    samples = np.array([[1.0] * 99 + [np.inf]])

    assert percentile_intervals(samples) == [Interval(1.0, 1.0)]


def test_no_rows_have_no_intervals():
    assert percentile_intervals(np.empty((0, 10))) == []


def test_a_paired_difference_of_a_row_with_itself_is_exactly_zero():
    noise = np.random.default_rng(1).random(1000)

    assert paired_difference(noise, noise) == Interval(0.0, 0.0)
    assert paired_difference(noise + 0.5, noise) == Interval(0.5, 0.5)


@given(arrays.arrays(np.float64, (3, 50), elements=st.floats(0, 1000)))
def test_the_ends_are_numpys_quantiles(samples):
    expected = np.quantile(samples, [0.025, 0.975], axis=1).T
    found = [(interval.low, interval.high) for interval in percentile_intervals(samples)]

    assert np.allclose(found, expected, atol=1e-8)
