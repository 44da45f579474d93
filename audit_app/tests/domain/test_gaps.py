import numpy as np
import pytest

from audit_app.domain.audited import cell_counts
from audit_app.domain.estimates import ONE_LABEL, UNKNOWN_FRAME, population_estimate
from audit_app.domain.gaps import NO_CONTRADICTION, agent_gaps
from audit_app.domain.intervals import clopper_pearson
from audit_app.tests.statistics import cell, item, published_items

POPULATIONS = {cell(True): 300, cell(False): 700}


def gaps(items, populations=POPULATIONS):
    found = agent_gaps(items, cell_counts(populations, items))
    return {gap.agent: gap for gap in found}


def test_a_gap_weights_each_item_by_its_cell():
    # alpha: two positives, one contradicted, weight 300/4 each; two negatives, weight 700/4.
    # (75 * 1) / (2 * 75 + 2 * 175) = 0.15.
    items = [
        *(item(n, True, n != 0, agent="alpha") for n in range(2)),
        *(item(n + 2, False, False, agent="alpha") for n in range(2)),
        *(item(n + 4, True, True, agent="beta") for n in range(2)),
        *(item(n + 6, False, False, agent="beta") for n in range(2)),
    ]

    found = gaps(items)["alpha"]

    assert found.gap.value == pytest.approx(0.15)
    assert (found.items, found.judge_positive, found.human_positive) == (4, 2, 1)
    assert found.gap.low < 0.15 < found.gap.high


def test_a_judge_that_is_too_strict_has_a_negative_gap():
    items = [item(n, n < 5, True) for n in range(10)]

    assert gaps(items)["alpha"].gap.value == pytest.approx(-0.7)


def test_the_gap_of_a_single_agent_is_the_difference_of_the_population_rates():
    items = [item(n, n < 20, n < 15 or n == 30) for n in range(40)]
    estimate = population_estimate(cell_counts(POPULATIONS, items))

    found = gaps(items)["alpha"].gap

    assert found.value == pytest.approx(estimate.judge_rate.value - estimate.human_rate.value)
    assert found.se == pytest.approx(estimate.human_rate.se)


def test_an_agent_that_nobody_contradicts_has_exact_limits():
    items = [item(n, True, n > 0, agent="beta" if n < 5 else "alpha") for n in range(12)]
    limit = clopper_pearson(0, 7)[1]

    found = gaps(items)["alpha"].gap

    assert (found.value, found.low, found.high) == (0.0, -limit, limit)
    assert found.reason == NO_CONTRADICTION


def test_labels_without_a_frame_have_no_gap():
    assert gaps([item(1, True, False)], {})["alpha"].gap.reason == UNKNOWN_FRAME


def test_a_single_label_in_a_cell_leaves_the_error_unknown():
    found = gaps([item(1, True, False), item(2, False, False)])["alpha"].gap

    assert (found.se, found.reason) == (None, ONE_LABEL)


def test_agents_are_told_apart_and_named_in_order():
    items = [item(n, True, n % 3 > 0, agent="ba"[n % 2]) for n in range(12)]

    assert list(gaps(items)) == ["a", "b"]


def test_the_order_of_items_does_not_matter():
    items = published_items()

    assert agent_gaps(items, cell_counts({}, items)) == agent_gaps(
        items[::-1], cell_counts({}, items)
    )


def test_the_standard_error_is_that_of_repeated_draws():
    """1,000 draws of 30 a cell from a population in which agents take turns."""
    rng = np.random.default_rng(11)
    positives = [item(n, True, n % 5 > 0, agent="ab"[n % 2]) for n in range(300)]
    negatives = [item(n + 300, False, n % 20 == 0, agent="ab"[n % 2]) for n in range(700)]
    found = []
    for _ in range(1_000):
        chosen = [positives[i] for i in rng.choice(300, 30, replace=False)]
        chosen += [negatives[i] for i in rng.choice(700, 30, replace=False)]
        found.append(gaps(chosen)["a"].gap)

    values = np.array([gap.value for gap in found])
    errors = np.array([gap.se for gap in found if gap.se is not None])
    # Of a's 500 episodes, 30 of 150 positives and all multiples of 20 among 350 even ones (35).
    assert values.mean() == pytest.approx((30 - 35) / 500, abs=0.01)
    assert np.sqrt((errors**2).mean()) == pytest.approx(values.std(), rel=0.1)
