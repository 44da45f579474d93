import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit_app.domain.cells import CellCount
from audit_app.domain.correction import FIGURES, Outcome, correction, resampled
from audit_app.domain.estimates import population_estimate
from audit_app.domain.intervals import Z
from audit_app.tests.statistics import FOUR_FAMILIES, cell, vector_counts, vectors
from tasks_app.domain.families import GROUP_OF, Family, Group

RIGHT, WRONG = Outcome(True, True, True), Outcome(False, False, True)
ABSTAINED_RIGHTLY, FAILED = Outcome(None, True, True), Outcome(None, False, False)
OVER_BUDGET = Outcome(True, True, False)
COUNTS = [
    CellCount(cell(True, Family.CHEAP), 200, 20, 16),
    CellCount(cell(False, Family.CHEAP), 200, 20, 1),
    CellCount(cell(True, Family.ESCALATION), 100, 10, 9),
    CellCount(cell(False, Family.ESCALATION), 100, 10, 0),
]
OUTCOMES = {
    Family.CHEAP: [RIGHT] * 6 + [WRONG] * 2 + [OVER_BUDGET] * 2,
    Family.ESCALATION: [RIGHT] * 5 + [WRONG] * 4 + [FAILED],
    Family.STOP: [ABSTAINED_RIGHTLY] * 3 + [FAILED] * 2,
}


def corrected(outcomes=OUTCOMES, counts=COUNTS, seed=1, replicates=500):
    sizes = {family: len(found) for family, found in outcomes.items()}
    return correction(counts, outcomes, GROUP_OF, resampled(counts, sizes, seed, replicates))


def values(found):
    return {name: found.figures[name].value for name in FIGURES}


def test_the_corrected_figures_by_hand():
    # Cheap: positive verdicts hold by 0.8, negative ones by 0.05; escalation 0.9 and 0.
    # Accuracy: 8 * 0.8 + 2 * 0.05 + 5 * 0.9 + 3 stops = 14.0 of 25. Strict: without the two
    # over budget, 14.0 - 1.6 = 12.4. Up = 4.5 / 10; Save = (6 * 0.8 + 0.1 + 3) / 15 = 7.9 / 15.
    assert values(corrected()) == pytest.approx(
        {
            "accuracy": 14.0 / 25,
            "strict": 12.4 / 25,
            "up": 0.45,
            "save": 7.9 / 15,
            "econ": 0.45,
        }
    )


def test_intervals_hold_the_values_and_are_the_same_for_the_same_seed():
    found = corrected()

    for name in FIGURES:
        figure = found.figures[name]
        assert figure.low < figure.value < figure.high
        assert figure.se > 0
    assert found.figures == corrected().figures
    assert found.figures != corrected(seed=2).figures


def test_econ_is_the_worse_side_in_each_replicate():
    found = corrected()

    assert found.replicates.shape == (500,)
    assert found.econ.low <= min(found.figures["up"].low, found.figures["save"].low) + 1e-12


def test_a_judge_that_is_always_right_corrects_nothing():
    counts = [
        CellCount(cell(positive, family), 100, 100, 100 if positive else 0)
        for family in FOUR_FAMILIES
        for positive in (True, False)
    ]
    right = {family: sum(o.correct for o in found) for family, found in OUTCOMES.items()}

    assert values(corrected(counts=counts))["accuracy"] == sum(right.values()) / 25


def test_a_verdict_without_a_label_in_its_cell_leaves_the_agent_uncorrected():
    found = corrected(counts=COUNTS[:3])

    for name in FIGURES:
        assert found.figures[name].value is None
        assert found.figures[name].reason == "undefined: no label in Escalation / incorrect"
    assert found.replicates is None


def test_a_bundle_without_one_group_has_no_econ():
    found = corrected({Family.CHEAP: OUTCOMES[Family.CHEAP]})

    assert found.figures["save"].value is not None
    assert found.figures["up"].value is None
    assert found.econ.value is None
    assert found.econ.reason == "undefined: the bundle has no task of one of the groups"


def test_no_tasks_are_undefined():
    assert corrected({Family.CHEAP: []}).econ.reason == "undefined: there are no tasks"


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from([RIGHT, WRONG, OVER_BUDGET, FAILED, ABSTAINED_RIGHTLY]),
        min_size=1,
        max_size=20,
    ),
    st.randoms(),
)
def test_the_order_of_tasks_does_not_matter_and_strict_is_at_most_accuracy(found, random):
    outcomes = {Family.CHEAP: found, Family.ESCALATION: [RIGHT, WRONG]}
    shuffled = {**outcomes, Family.CHEAP: random.sample(found, len(found))}

    one, other = (
        values(corrected(outcomes, replicates=20)),
        values(corrected(shuffled, replicates=20)),
    )

    assert one == pytest.approx(other)
    assert one["strict"] <= one["accuracy"] + 1e-12
    assert 0 <= one["econ"] <= 1


def prediction_powered_mean(counts):
    """The mean by prediction-powered inference, stratified by cell, with its normal interval.

    theta = sum_h W_h (mean of predictions + mean of (label - prediction) among the labelled),
    variance sum_h W_h^2 (var(prediction) / N_h + var(label - prediction) / n_h). Within a cell
    the prediction, the verdict, is constant. Source: Angelopoulos et al. 2023, Science 382,
    algorithm 1; stratified by Fisch et al. 2024. Written out here: no package is needed.
    """
    total = sum(count.population for count in counts)
    theta = variance = 0.0
    for count in counts:
        prediction = float(count.cell.is_positive)
        labels = np.repeat([1.0, 0.0], [count.positive, count.labelled - count.positive])
        weight = count.population / total
        theta += weight * (prediction + (labels - prediction).mean())
        variance += weight**2 * (labels - prediction).var(ddof=1) / count.labelled
    half = Z * variance**0.5
    return theta, theta - half, theta + half


@pytest.mark.parametrize("case", vectors("audit_estimates")["post_stratified"])
def test_prediction_powered_inference_gives_the_population_estimate(case):
    counts = vector_counts(case)
    theta, low, high = prediction_powered_mean(counts)
    ours = population_estimate(counts).human_rate

    assert ours.value == pytest.approx(theta)
    # Ours is narrower by the finite-population correction, sqrt(1 - 48/300) = 0.917 or
    # sqrt(1 - 48/400) = 0.938, since only the first cell has any spread.
    correction_factor = (1 - 48 / case["cells"][0]["population"]) ** 0.5
    assert (ours.high - ours.low) == pytest.approx((high - low) * correction_factor)


def test_prediction_powered_inference_gives_the_corrected_accuracy_of_an_agent():
    """One agent whose 1,000 tasks are the frame: same value; the interval differs by the tasks'
    own resampling, which prediction-powered inference counts as var(prediction) / N."""
    counts = [
        CellCount(cell(True), 300, 48, 40),
        CellCount(cell(False), 700, 48, 3),
    ]
    outcomes = {Family.CHEAP: [RIGHT] * 300 + [WRONG] * 700}
    endless = [CellCount(count.cell, 0, count.labelled, count.positive) for count in counts]
    found = corrected(outcomes, endless, replicates=4_000).figures["accuracy"]
    theta, low, high = prediction_powered_mean(counts)
    slope = 40 / 48 - 3 / 48  # of the corrected value in the verdict
    of_tasks = slope**2 * 0.3 * 0.7 / 1000
    expected = (((high - low) / (2 * Z)) ** 2 + of_tasks) ** 0.5

    assert found.value == pytest.approx(theta)
    assert found.se == pytest.approx(expected, rel=0.05)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    """300 audits of a judge whose errors are known, each over its own agent: about 95 %."""
    rng = np.random.default_rng(7)
    groups = {Family.CHEAP: Group.SAVE}
    truth = 0.6 * 0.8 + 0.4 * 0.1
    covered = 0
    for seed in range(300):
        positives = rng.binomial(200, 0.6)
        outcomes = {Family.CHEAP: [RIGHT] * positives + [WRONG] * (200 - positives)}
        counts = [
            CellCount(cell(True), 2_000, 30, rng.binomial(30, 0.8)),
            CellCount(cell(False), 2_000, 30, rng.binomial(30, 0.1)),
        ]
        draws = resampled(counts, {Family.CHEAP: 200}, seed, 400)
        found = correction(counts, outcomes, groups, draws).figures["accuracy"]
        covered += found.low <= truth <= found.high

    assert 0.91 <= covered / 300 <= 0.99
