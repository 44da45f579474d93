import numpy as np

from audit_app.domain.corrected_order import corrected_order
from audit_app.domain.correction import FIGURES, Correction
from audit_app.domain.quantity import Quantity, undefined


def corrected(econ, *replicates):
    return Correction(dict.fromkeys(FIGURES, Quantity(econ)), np.array(replicates))


def test_an_order_that_holds():
    found = corrected_order(
        {"a": 0.6, "b": 0.4}, {"a": corrected(0.5, 0.5, 0.3), "b": corrected(0.3, 0.2, 0.4)}
    )

    assert found.holds is True
    assert found.swapped == ()
    assert found.support == 0.5  # the second replicate swaps them


def test_a_swapped_pair_is_named_with_the_judges_better_one_first():
    found = corrected_order(
        {"b": 0.6, "a": 0.4, "c": 0.1},
        {"a": corrected(0.5, 0.5), "b": corrected(0.3, 0.3), "c": corrected(0.0, 0.0)},
    )

    assert (found.holds, found.swapped, found.support) == (False, (("b", "a"),), 0.0)


def test_ties_swap_nothing():
    found = corrected_order(
        {"a": 0.6, "b": 0.4}, {"a": corrected(0.3, 0.3), "b": corrected(0.3, 0.3)}
    )

    assert (found.holds, found.support) == (True, 1.0)


def test_without_two_corrected_agents_there_is_no_order():
    unknown = Correction(dict.fromkeys(FIGURES, undefined("undefined: no label")))

    for judged in ({"a": 0.6, "b": 0.4}, {"a": 0.6}, {}):
        found = corrected_order(judged, {"a": corrected(0.3, 0.3), "b": unknown})
        assert (found.holds, found.support) == (None, None)
        assert found.reason == "undefined: no two agents with different scores"
