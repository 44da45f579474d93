from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.mcnemar import mcnemar_exact
from audit_app.tests.statistics import EXACT, vectors

COUNTS = st.integers(0, 200)


def test_the_published_p_value_holds():
    # Eight of eight one way: 2 * (1/2)^8 = 1/128.
    expected = vectors("agreement")["two_raters"][0]["mcnemar_exact_p"]

    assert mcnemar_exact(8, 0).value == pytest.approx(expected, abs=EXACT)


def test_without_disagreement_it_is_undefined():
    found = mcnemar_exact(0, 0)

    assert found.value is None
    assert found.reason.startswith("undefined: there is no disagreement")


@given(first=COUNTS, second=COUNTS.filter(bool))
def test_it_is_twice_the_smaller_tail_and_symmetric(first, second):
    n, smaller = first + second, min(first, second)
    tail = sum(comb(n, k) for k in range(smaller + 1)) / 2**n

    assert mcnemar_exact(first, second).value == pytest.approx(min(1, 2 * tail), rel=1e-9)
    assert mcnemar_exact(first, second) == mcnemar_exact(second, first)
