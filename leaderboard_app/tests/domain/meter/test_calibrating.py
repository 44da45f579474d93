import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes
from leaderboard_app.tests.metered import ams_vectors
from tasks_app.domain.errors import Refused

A, B = "a x c", "b x c"
TASKS = ("t1", "t2", "t3")


def reference(change=None):
    """Two configurations on three tasks: A solves all, B none; ``change``: (key, task): facts."""
    facts = change or {}
    return episodes(
        [
            cell(key, task, reward)._replace(**facts.get((key, task), {}))
            for key, reward in ((A, 1.0), (B, 0.0))
            for task in TASKS
        ]
    )


def codes(found):
    with pytest.raises(Refused) as refusal:
        calibrate(found)
    return [problem.code for problem in refusal.value.problems]


def test_the_golden_budgets_and_thresholds_hold():
    found = calibrate(vector_episodes())

    for name, expected in ams_vectors()["expected"]["strata"].items():
        stratum = found.strata[Stratum(name)]
        assert stratum.budgets == pytest.approx(expected["budgets"], abs=1e-12)
        assert stratum.threshold == pytest.approx(expected["threshold"], abs=1e-12)
    assert found.stratum_of == ams_vectors()["expected"]["stratum"]
    assert found.notes == ()


def test_a_calibration_survives_its_json():
    found = calibrate(vector_episodes())
    again = Calibration.from_json(found.to_json())

    assert again == found
    assert again.digest == found.digest


def test_other_parameters_are_another_calibration():
    usual = calibrate(vector_episodes())
    other = calibrate(vector_episodes(), Parameters(failure_percentile=80))

    assert usual.digest != other.digest
    # Medium: 11 failures; the 80th percentile is the ninth of them, the 90th the tenth.
    assert other.strata[Stratum.MEDIUM].threshold < usual.strata[Stratum.MEDIUM].threshold


def test_without_a_failure_no_failure_is_expensive_and_the_reason_is_kept():
    found = calibrate(reference({(B, "t1"): {"reward": 0.5}}))
    easy = found.strata[found.stratum_of["t1"]]

    assert easy.threshold is None
    assert "no failure counts as expensive" in easy.threshold_reason
    assert (easy.rewarded, easy.unrewarded) == (2, 0)


def test_failures_without_a_known_cost_give_no_threshold_either():
    found = calibrate(reference({(B, "t1"): {"cost": None}}))

    assert (
        "none of the 1 reference episodes" in found.strata[found.stratum_of["t1"]].threshold_reason
    )
    assert found.notes == ("Budgets and thresholds leave out 1 of 6 episodes: no known cost.",)


def test_one_configuration_is_too_few():
    assert codes(reference().select(configurations=[A])) == ["too_few_configurations"]


def test_two_tasks_are_too_few():
    assert codes(reference().select(tasks=["t1", "t2"])) == ["too_few_tasks"]


def test_every_shortage_is_named_at_once():
    found = episodes([cell(A, "t1")], tasks=TASKS)

    assert codes(found) == ["too_few_configurations", "too_few_tasks", "task_without_reference"]


def test_a_task_without_reference_is_named():
    found = [cell(key, task) for key in (A, B) for task in TASKS]
    with pytest.raises(Refused) as refusal:
        calibrate(episodes(found, tasks=(*TASKS, "t4")))

    (problem,) = refusal.value.problems
    assert problem.message == "Tasks without a reference episode (1): t4."


def test_a_stratum_without_a_reward_or_without_a_cost_of_one_is_refused():
    nothing = {(A, "t1"): {"reward": 0.0}, (A, "t3"): {"cost": None}}

    assert sorted(codes(reference(nothing))) == ["no_cost", "no_reward"]
