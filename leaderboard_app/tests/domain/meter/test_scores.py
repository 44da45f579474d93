import pytest

from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.scores import NOT_CALIBRATED, scores
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.domain.meter.grids import (
    cell,
    episodes,
    vector_episodes,
    without_price,
)
from leaderboard_app.tests.metered import ams_vectors
from tasks_app.domain.errors import NotComparable

A, B = "a x c", "b x c"
TASKS = ("t1", "t2", "t3")
EXPECTED = ams_vectors()["expected"]["configurations"]
NAME = "model-b x cli-y"


def golden(found=None, **more):
    calibration = calibrate(vector_episodes())
    return {one.key: one for one in scores(found or vector_episodes(), calibration, **more)}


def small(*changes):
    """A solves three tasks for 1 USD each, B none for 2; ``changes``: (key, task, facts)."""
    facts = {(key, task): more for key, task, more in changes}
    return episodes(
        [
            cell(key, task, reward, cost=cost)._replace(**facts.get((key, task), {}))
            for key, reward, cost in ((A, 1.0, 1.0), (B, 0.0, 2.0))
            for task in TASKS
        ]
    )


@pytest.mark.parametrize("key", EXPECTED)
def test_the_golden_scores_hold(key):
    found, expected = golden()[key], EXPECTED[key]

    assert found.ams.value == pytest.approx(expected["ams"], abs=1e-12)
    assert found.tally.passes == Rate(expected["passes"], 30, "No episode counts.")
    assert found.tally.tokens_per_pass.value == pytest.approx(expected["tokens_per_pass"])
    assert found.tally.usd_per_pass.value == pytest.approx(expected["usd_per_pass"])
    assert found.unranked_reason is None


@pytest.mark.parametrize("key", EXPECTED)
@pytest.mark.parametrize("name", list(Stratum))
def test_the_golden_parts_hold(key, name):
    found, expected = golden()[key].strata[name], EXPECTED[key]["strata"][name]

    assert found.tq.value == pytest.approx(expected["tq"], abs=1e-12)
    assert found.aubqc.value == pytest.approx(expected["aubqc"], abs=1e-12)
    assert found.efr.value == pytest.approx(expected["efr"], abs=1e-12)
    assert found.failures.value == pytest.approx(expected["efr"], abs=1e-12)
    assert found.score.value == pytest.approx(expected["score"], abs=1e-12)


def test_a_calibration_scores_episodes_that_it_does_not_rest_on():
    """Budgets 1, threshold 2 in each stratum; C fails for 3 USD once and passes over budget."""
    calibration = calibrate(small())
    cells = [cell("c x c", "t1", 0.0, cost=3.0), cell("c x c", "t2", 1.0, cost=1.5)]
    found = scores(episodes([*cells, cell("c x c", "t3", 0.5)]), calibration)[0]
    by_task = {task: found.strata[calibration.stratum_of[task]] for task in TASKS}

    # t1: quality 0, an expensive failure. t2: TQ 1, nothing within 1 USD: 0.6. t3: 0.5.
    assert [one.score.value for one in by_task.values()] == [0.0, 0.6, 0.5]
    assert by_task["t1"].efr.value == 1
    assert found.ams == Number(pytest.approx((0.6 + 0.5) / 3), 3)


def test_a_cost_that_meets_a_budget_is_within_and_one_that_meets_a_threshold_is_not_dear():
    found = {one.key: one for one in scores(small(), calibrate(small()))}

    assert found[A].ams.value == 1
    assert [one.efr.value for one in found[B].strata.values()] == [0, 0, 0]


def test_failures_that_cost_nothing_are_not_dear_where_failing_costs_nothing():
    free = [(B, task, {"cost": 0.0}) for task in TASKS]
    found = scores(small(*free), calibrate(small(*free)))[1]

    assert [one.efr.value for one in found.strata.values()] == [0, 0, 0]


def test_the_value_of_a_task_is_its_mean_over_repeats():
    calibration = calibrate(small())
    twice = [cell(A, "t1", 0.0, repeat=2, cost=9.0)]
    cells = [cell(A, task) for task in TASKS] + twice
    cells += [cell(A, task, repeat=2) for task in ("t2", "t3")]
    found = scores(episodes(cells, 2), calibration)[0]
    first = found.strata[calibration.stratum_of["t1"]]

    # TQ 1/2, AUBQC 1/2, EFR 1/2: (0.3 + 0.2) * 1/2.
    assert (first.tq.value, first.aubqc.value, first.efr.value) == (0.5, 0.5, 0.5)
    assert first.score.value == 0.25
    assert found.ams.value == 0.75
    assert found.tally.coverage == Rate(6, 6)


def test_a_task_with_some_repeats_missing_keeps_its_value_and_costs_the_rank():
    cells = [cell(A, task) for task in TASKS] + [cell(A, "t1", repeat=2)]
    found = scores(episodes(cells, 2), calibrate(small()))[0]

    assert found.ams.value == 1
    assert found.tally.coverage == Rate(4, 6)
    assert found.unranked_reason == "2 of 6 episodes are missing."


def test_a_task_without_an_episode_leaves_no_ams_and_bounds_instead():
    found = {one.key: one for one in scores(small((A, "t1", {"reward": None})), calibrate(small()))}

    assert found[A].ams.value is None
    assert "tasks lack an episode" in found[A].ams.reason
    assert (found[A].bounds.lowest, found[A].bounds.highest) == (pytest.approx(2 / 3), 1)
    assert found[B].bounds is None


def test_an_unknown_price_removes_ams_with_its_reason_and_nothing_else():
    before = golden()
    why = {NAME: "no price of model-b"}
    after = golden(without_price(vector_episodes(), NAME), unpriced_reasons=why)
    found = after.pop(NAME)

    assert found.ams.value is None
    assert found.ams.reason == "The cost of 30 of 30 episodes is unknown: no price of model-b."
    assert found.unranked_reason == found.ams.reason
    assert found.bounds is None
    assert found.tally.passes == before[NAME].tally.passes
    assert found.tally.tokens_per_pass == before[NAME].tally.tokens_per_pass
    assert found.tally.usd_per_pass.value is None
    for name, stratum in found.strata.items():
        assert stratum.tq == before[NAME].strata[name].tq
        assert (stratum.aubqc.value, stratum.efr.value) == (None, None)
    assert after == {key: one for key, one in before.items() if key != NAME}


def test_one_episode_without_a_price_is_enough():
    found = scores(small((A, "t1", {"cost": None})), calibrate(small()))[0]

    assert found.ams.reason == "The cost of 1 of 3 episodes is unknown."
    assert (found.tally.unpriced, found.tally.examples) == (1, ("t1",))


def test_without_a_calibration_there_are_passes_and_no_ams():
    found = scores(vector_episodes(), None)[0]

    assert found.ams == Number(None, 0, NOT_CALIBRATED)
    assert found.strata == {}
    assert found.tally.passes.numerator == EXPECTED[found.key]["passes"]


def test_a_set_without_tasks_of_a_stratum_has_no_ams():
    calibration = calibrate(small())
    easy = [task for task in TASKS if calibration.stratum_of[task] is Stratum.EASY]
    found = scores(small().select(tasks=easy), calibration)[0]

    assert found.ams.reason == "There are no medium tasks in this set."
    assert found.strata[Stratum.EASY].score.value == 1


def test_a_task_that_the_calibration_does_not_know_is_refused():
    with pytest.raises(NotComparable, match="t9"):
        scores(episodes([cell(A, "t9")]), calibrate(small()))
