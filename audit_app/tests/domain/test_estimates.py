import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit_app.domain.cells import CellCount
from audit_app.domain.estimates import (
    ALL_LABELLED,
    ONE_LABEL,
    UNKNOWN_FRAME,
    population_estimate,
)
from audit_app.domain.intervals import NOTHING_VARIED
from audit_app.domain.quantity import ONE_CLASS
from audit_app.tests.statistics import FOUR_FAMILIES, SHOWN, cell, vector_counts, vectors

CASES = vectors("audit_estimates")["post_stratified"]
FIRST = vector_counts(CASES[0])


@st.composite
def counts(draw):
    found = []
    for family in FOUR_FAMILIES[: draw(st.integers(1, 4))]:
        for positive in (True, False):
            labelled = draw(st.integers(2, 30))
            population = labelled + draw(st.integers(0, 200))
            human = draw(st.integers(0, labelled))
            found.append(CellCount(cell(positive, family), population, labelled, human))
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_golden_estimates_hold(case):
    found = population_estimate(vector_counts(case))

    assert found.human_rate.value == pytest.approx(case["human_rate"], abs=SHOWN)
    assert found.human_rate.se == pytest.approx(case["se"], abs=SHOWN)
    assert found.kappa.value == pytest.approx(case["reweighted_kappa"], abs=SHOWN)
    if "reweighted_agreement" in case:
        assert found.agreement.value == pytest.approx(case["reweighted_agreement"], abs=SHOWN)


def test_the_first_estimate_by_hand():
    # 0.3 * 40/48 + 0.7 * 0 = 0.25; people contradict 0.3 * 8/48 = 0.05 of all, so 0.95 agree;
    # chance 0.3 * 0.25 + 0.7 * 0.75 = 0.6 and kappa (0.95 - 0.6) / 0.4 = 0.875. Variance:
    # 0.3^2 * (1 - 48/300) * (40/48)(8/48) / 47.
    found = population_estimate(FIRST)

    assert found.population == 1000
    assert found.judge_rate.value == 0.3
    variance = 0.09 * (1 - 48 / 300) * (40 / 48) * (8 / 48) / 47
    assert found.human_rate.se == pytest.approx(variance**0.5)


def test_the_wrong_answers_are_not_ours():
    """The raw share of the even sample, and Rogan and Gladen's correction of it."""
    wrong = vectors("audit_estimates")["wrong_answers_for_the_first_case"]
    estimate = population_estimate(FIRST).human_rate.value
    # Sensitivity 40/40 and specificity 48/56 as if drawn on the truth:
    rogan_gladen = (0.3 + 48 / 56 - 1) / (40 / 40 + 48 / 56 - 1)

    assert rogan_gladen == pytest.approx(wrong["rogan_gladen_on_judge_sampled_labels"], abs=SHOWN)
    assert estimate - rogan_gladen > 0.06
    assert wrong["raw_sample_rate"] - estimate > 0.16


def test_cells_of_one_verdict_may_be_split_without_changing_the_rate():
    """Eight cells of twelve say what two of 48 say, if errors are spread as in the whole."""
    split = [
        CellCount(cell(count.cell.is_positive, family), count.population // 4, 12, right)
        for count in FIRST
        for family, right in zip(FOUR_FAMILIES, _split(count.positive), strict=True)
    ]

    assert population_estimate(split).human_rate.value == pytest.approx(0.25)


def test_a_cell_without_errors_has_an_exact_limit_and_not_a_zero():
    limits = {limit.title: limit for limit in population_estimate(FIRST).limits}

    assert set(limits) == {"all / incorrect", "all negative verdicts"}
    assert limits["all / incorrect"].upper == pytest.approx(0.073973, abs=SHOWN)
    assert limits["all negative verdicts"].labelled == 48


def test_a_frame_that_was_labelled_whole_leaves_no_sampling_error():
    found = population_estimate(
        [CellCount(cell(True), 20, 20, 15), CellCount(cell(False), 9, 9, 1)]
    )

    assert found.human_rate.value == pytest.approx(16 / 29)
    assert (found.human_rate.se, found.human_rate.low) == (0.0, None)
    assert found.human_rate.reason == ALL_LABELLED


def test_a_cell_without_labels_leaves_the_population_unknown_and_is_named():
    found = population_estimate([FIRST[0], CellCount(cell(False, "stop_loss"), 5, 0, 0)])

    for quantity in (found.human_rate, found.agreement, found.kappa):
        assert quantity.value is None
        assert quantity.reason == "undefined: no label in 1 of 2 cells (Stop-loss / incorrect)"
    assert found.judge_rate.value == pytest.approx(300 / 305)


def test_a_single_label_in_a_cell_leaves_the_error_unknown():
    found = population_estimate([FIRST[0], CellCount(cell(False), 700, 1, 0)])

    assert found.human_rate.value == pytest.approx(0.25)
    assert (found.human_rate.se, found.human_rate.reason) == (None, ONE_LABEL)


def test_one_class_everywhere_leaves_kappa_undefined():
    found = population_estimate([CellCount(cell(True), 50, 10, 10)])

    assert (found.kappa.value, found.kappa.reason) == (None, ONE_CLASS)
    assert found.human_rate.value == 1


def test_without_a_frame_nothing_is_known_of_a_population():
    found = population_estimate([])

    assert found.human_rate.reason == UNKNOWN_FRAME
    assert found.judge_rate.value is None


@given(counts(), st.randoms())
def test_the_order_of_cells_does_not_matter(found, random):
    one = population_estimate(found)
    other = population_estimate(random.sample(found, len(found)))

    assert one.human_rate.value == pytest.approx(other.human_rate.value)
    assert one.kappa.value == pytest.approx(other.kappa.value)
    assert one.human_rate.se == pytest.approx(other.human_rate.se)


@given(counts())
def test_rates_lie_within_those_of_the_cells(found):
    estimate = population_estimate(found)
    rates = [count.rate for count in found]

    assert min(rates) - 1e-12 <= estimate.human_rate.value <= max(rates) + 1e-12
    assert 0 <= estimate.agreement.value <= 1 + 1e-12


def test_the_standard_errors_are_those_of_repeated_draws():
    """2,000 draws of 40 from each cell of a population whose truth is known."""
    sizes, truth, rng = np.array([300, 700]), np.array([240, 35]), np.random.default_rng(5)
    draws = rng.hypergeometric(truth, sizes - truth, 40, size=(2_000, 2))
    estimates = [
        population_estimate(
            [CellCount(cell(True), 300, 40, yes), CellCount(cell(False), 700, 40, wrong)]
        )
        for yes, wrong in draws.tolist()
    ]

    for name in ("human_rate", "agreement", "kappa"):
        values = np.array([getattr(found, name).value for found in estimates])
        errors = np.array([getattr(found, name).se for found in estimates])
        assert np.sqrt((errors**2).mean()) == pytest.approx(values.std(), rel=0.08)
    human = np.mean([found.human_rate.value for found in estimates])
    assert human == pytest.approx(0.275, abs=0.003)


def _split(total):
    return [total // 4 + (index < total % 4) for index in range(4)]


def test_where_the_judge_calls_all_alike_a_cell_of_one_label_breaks_nothing():
    # Kappa is 0 whatever people say, so nothing moves it; the rate itself has no interval.
    found = population_estimate(
        [CellCount(cell(True), 9, 1, 1), CellCount(cell(True, "b"), 9, 4, 2)]
    )

    assert found.kappa.value == pytest.approx(0)
    assert found.kappa.reason == NOTHING_VARIED
    assert found.human_rate.reason == ONE_LABEL


def test_the_same_labels_in_eight_cells_of_12_or_in_two_of_48_differ_by_their_divisors_alone():
    # Value and finite-population corrections are the same: 12 / 75 = 48 / 300. The divisor is 11
    # in each of the published audit's eight cells, 47 in the vector's two.
    eight = [
        CellCount(cell(positive, family), 75 if positive else 175, 12, 10 if positive else 0)
        for family in FOUR_FAMILIES
        for positive in (True, False)
    ]
    of_eight, of_two = (population_estimate(c).human_rate for c in (eight, FIRST))

    assert of_eight.value == pytest.approx(of_two.value)
    assert round(of_eight.se, 6) == 0.015448
    assert round(of_two.se, 6) == CASES[0]["se"] == 0.014947
    assert of_eight.se == pytest.approx(of_two.se * np.sqrt((12 / 11) / (48 / 47)))
