import numpy as np
import pytest

from audit_app.domain.cells import CellCount
from audit_app.domain.estimates import rate_variances
from audit_app.domain.label_resampling import rate_replicates
from audit_app.tests.statistics import cell


def replicates(*counts, seed=1, number=20_000):
    return rate_replicates(counts, np.random.default_rng(seed), number)


def test_the_spread_is_that_of_drawing_without_replacement():
    count = CellCount(cell(), 300, 48, 40)
    variance = rate_variances(np.array([300.0]), np.array([48.0]), np.array([40 / 48]))

    found = replicates(count)[cell()]

    assert found.mean() == pytest.approx(40 / 48, abs=0.002)
    assert found.std() == pytest.approx(variance[0] ** 0.5, rel=0.03)


def test_a_cell_without_errors_is_not_certain():
    """0 of 48 in 700: some replicates hold an error, and most none."""
    found = replicates(CellCount(cell(False), 700, 48, 0))[cell(False)]

    assert found.min() == 0
    assert 0.01 < np.quantile(found, 0.975) < 0.074  # below the exact limit
    assert 0.4 < (found == 0).mean() < 0.8


def test_a_cell_labelled_whole_is_certain():
    assert set(replicates(CellCount(cell(), 20, 20, 15))[cell()]) == {0.75}


def test_labels_from_no_frame_are_resampled_as_of_an_endless_one():
    found = replicates(CellCount(cell(), 0, 48, 40))[cell()]

    assert found.std() == pytest.approx((40 / 48 * 8 / 48 / 47) ** 0.5, rel=0.03)


def test_a_cell_without_labels_has_no_rate():
    assert replicates(CellCount(cell(), 20, 0, 0)) == {}


def test_the_same_seed_gives_the_same_rates_whatever_the_order_of_cells():
    counts = [CellCount(cell(), 300, 48, 40), CellCount(cell(False), 700, 48, 3)]

    one, other = replicates(*counts, number=50), replicates(*counts[::-1], number=50)

    assert all((one[key] == other[key]).all() for key in (cell(), cell(False)))
    assert (one[cell()] != replicates(*counts, seed=2, number=50)[cell()]).any()
