import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard_app.domain import econ, measures
from leaderboard_app.domain import estimates as module
from leaderboard_app.domain.estimates import NO_ESTIMATE, estimates
from leaderboard_app.domain.intervals import Interval
from leaderboard_app.domain.leaderboard import RATES
from leaderboard_app.domain.resampling import Resampling, resampling
from leaderboard_app.tests.factories import (
    PAPER_COUNTS,
    failure,
    row,
    simple_row,
    success,
    vector_row,
)
from tasks_app.domain.families import Family

SIZES = {Family.ESCALATION: 4, Family.CHEAP: 4}
MARKS = st.text("+-", min_size=4, max_size=4)


def each_task_once(sizes):
    """A resampling whose only replicate is the sample itself."""
    draws = {family: np.ones((1, size), np.uint8) for family, size in sizes.items()}
    return Resampling(0, 1, draws)


@pytest.mark.parametrize("name", ["alpha", "beta", "gamma"])
def test_the_sample_itself_gives_the_figures_of_the_scalar_functions(name):
    found = vector_row(name)
    (estimate,) = estimates([found], each_task_once(PAPER_COUNTS))

    for figure, rate in RATES.items():
        expected = rate(found.episodes).value
        assert estimate.interval(figure).low == pytest.approx(expected, abs=1e-6)
    assert estimate.interval("econ").low == pytest.approx(econ.econ(found.episodes).value)
    assert estimate.interval("mean_units").low == pytest.approx(
        measures.mean_units(found.episodes).value
    )
    assert estimate.interval("units_per_success").low == pytest.approx(
        econ.units_per_success(found.episodes).value
    )


def test_the_sample_itself_gives_each_familys_shares():
    found = vector_row("alpha")
    (estimate,) = estimates([found], each_task_once(PAPER_COUNTS))

    # Golden: 21 of 72 cheap tasks.
    assert estimate.family_interval(Family.CHEAP, "strict").low == pytest.approx(21 / 72, abs=1e-6)


def test_the_interval_of_econ_is_that_of_the_minimum_in_each_replicate():
    """Up and Save are equal, so that the minimum lies below either in most replicates."""
    found = simple_row("++--" * 10, "++--" * 10)
    draws = resampling({Family.ESCALATION: 40, Family.CHEAP: 40}, 5)
    (estimate,) = estimates([found], draws)

    def shares(family):
        outcomes = [[e.is_strict for e in found.by_family[family]]]
        return draws.sums(family, np.array(outcomes, np.float64))[0] / 40

    minimum = np.minimum(shares(Family.ESCALATION), shares(Family.CHEAP))
    expected = np.quantile(minimum, [0.025, 0.975])
    assert (estimate.interval("econ").low, estimate.interval("econ").high) == pytest.approx(
        tuple(expected), abs=1e-9
    )
    assert estimate.interval("econ").high < estimate.interval("up").high


def test_the_interval_of_a_share_agrees_with_the_binomial():
    """40 of 80 tasks in one family: the bootstrap is binomial(80, 1/2) / 80, whose exact
    2.5 % and 97.5 % quantiles are 31/80 and 49/80."""
    found = row(
        {Family.ESCALATION: [success(Family.ESCALATION)] * 40 + [failure(Family.ESCALATION)] * 40}
    )
    (estimate,) = estimates([found], resampling({Family.ESCALATION: 80}, 3))

    assert estimate.interval("strict") == Interval(31 / 80, 49 / 80)


def test_tasks_are_resampled_within_each_family():
    """All of one family succeed, none of the other: no replicate can tell anything else."""
    found = simple_row("++++", "----")
    (estimate,) = estimates([found], resampling(SIZES, 1))

    assert estimate.interval("strict") == Interval(0.5, 0.5)
    assert estimate.interval("econ") == Interval(0.0, 0.0)


def test_equal_rows_have_equal_replicates_whatever_stands_between_them():
    first, other, again = simple_row("+-+-", "+--+"), simple_row("----", "++++"), None
    again = simple_row("+-+-", "+--+", "twin", 3)
    found = estimates([first, other, again], resampling(SIZES, 1))

    assert (found[0].econ == found[2].econ).all()


def test_rows_worked_on_in_blocks_give_the_same_numbers(monkeypatch):
    rows = [simple_row("+-+-", "+" * n + "-" * (4 - n)) for n in range(5)]
    draws = resampling(SIZES, 1, 500)
    together = estimates(rows, draws)
    monkeypatch.setattr(module, "ROWS_AT_A_TIME", 2)

    assert [e.overall for e in estimates(rows, draws)] == [e.overall for e in together]


def test_an_incomplete_row_has_no_interval():
    complete, incomplete = simple_row("++++", "++++"), simple_row("+++.", "++++")
    found = estimates([incomplete, complete], resampling(SIZES, 1, 100))

    assert found[0] is NO_ESTIMATE
    assert found[1].interval("strict") == Interval(1.0, 1.0)


def test_a_bundle_without_one_group_has_no_interval_of_econ():
    (estimate,) = estimates(
        [row({Family.CHEAP: [success()] * 3})], resampling({Family.CHEAP: 3}, 1, 100)
    )

    assert estimate.econ is None
    assert estimate.interval("econ") == Interval(None, None)


def test_no_success_in_a_tail_leaves_the_dear_end_of_units_per_success_unknown():
    """1 of 4 tasks: (3/4)^4 = 32 % of the replicates hold no success."""
    (estimate,) = estimates(
        [row({Family.CHEAP: [success(), failure(), failure(), failure()]})],
        resampling({Family.CHEAP: 4}, 1),
    )

    assert estimate.interval("units_per_success").high is None
    assert estimate.interval("units_per_success").low is not None


@settings(max_examples=30)
@given(MARKS, MARKS, st.integers(0, 2**48))
def test_an_interval_is_in_order_and_the_same_every_time(up, save, seed):
    found = simple_row(up, save)
    (first,), (again,) = (estimates([found], resampling(SIZES, seed, 200)) for _ in range(2))

    assert first.overall == again.overall
    for interval in first.overall.values():
        assert interval.low is None or interval.high is None or interval.low <= interval.high
