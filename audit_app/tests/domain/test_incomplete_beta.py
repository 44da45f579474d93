from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.incomplete_beta import beta_quantile, regularised_beta

SHAPES = st.floats(0.5, 500)


@pytest.mark.parametrize(("k", "n", "p"), [(1, 1, 0.3), (3, 10, 0.2), (40, 48, 0.9), (50, 99, 0.5)])
def test_it_is_the_tail_of_a_binomial(k, n, p):
    # P(X >= k) of a binomial(n, p) is I_p(k, n - k + 1) (DLMF 8.17.5).
    tail = sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))

    assert regularised_beta(p, k, n - k + 1) == pytest.approx(tail, rel=1e-12)


def test_its_closed_forms_hold():
    # I_x(1, b) = 1 - (1 - x)^b and I_x(a, 1) = x^a.
    assert regularised_beta(0.3, 1, 7) == pytest.approx(1 - 0.7**7, rel=1e-13)
    assert regularised_beta(0.3, 2.5, 1) == pytest.approx(0.3**2.5, rel=1e-13)


def test_it_ends_at_zero_and_one():
    assert (regularised_beta(0, 2, 3), regularised_beta(1, 2, 3)) == (0.0, 1.0)


@given(x=st.floats(0.001, 0.999), a=SHAPES, b=SHAPES)
def test_it_is_symmetric_and_a_probability(x, a, b):
    value = regularised_beta(x, a, b)

    assert -1e-12 <= value <= 1 + 1e-12
    assert value + regularised_beta(1 - x, b, a) == pytest.approx(1, abs=1e-10)


@given(probability=st.floats(0.01, 0.99), a=SHAPES, b=SHAPES)
def test_the_quantile_undoes_it(probability, a, b):
    assert regularised_beta(beta_quantile(probability, a, b), a, b) == pytest.approx(
        probability, abs=1e-9
    )
