from statistics import fmean

import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.curves import SHOWN_FAILURES, curves, expensive_failures
from leaderboard_app.tests.domain.meter.grids import (
    cell,
    episodes,
    vector_episodes,
    without_price,
)
from leaderboard_app.tests.metered import ams_vectors

EXPECTED = ams_vectors()["expected"]


@pytest.mark.parametrize("key", EXPECTED["configurations"])
@pytest.mark.parametrize("stratum", ["easy", "medium", "hard"])
def test_the_mean_of_a_curve_is_the_golden_aubqc(key, stratum):
    curve = curves(vector_episodes(), calibrate(vector_episodes()))[stratum]
    expected = EXPECTED["configurations"][key]["strata"][stratum]

    assert curve["budgets"] == pytest.approx(EXPECTED["strata"][stratum]["budgets"])
    assert fmean(curve["by_key"][key]) == pytest.approx(expected["aubqc"])
    assert curve["by_key"][key] == sorted(curve["by_key"][key])


def test_a_configuration_without_a_price_has_no_curve():
    key = "model-a x cli-x"
    found = curves(without_price(vector_episodes(), key), calibrate(vector_episodes()))

    assert len(found["easy"]["by_key"]) == 5
    assert key not in found["easy"]["by_key"]


def test_the_golden_expensive_failures_are_named_the_dearest_first():
    # EFR is 0.1 of ten tasks three times in the golden values: one episode each.
    found = expensive_failures(vector_episodes(), calibrate(vector_episodes()))

    assert found["total"] == 3
    assert [(one["key"], one["stratum"], one["task_id"]) for one in found["shown"]] == [
        ("model-b x cli-y", "hard", "m18"),
        ("model-b x cli-x", "hard", "m14"),
        ("model-a x cli-y", "medium", "m13"),
    ]
    assert found["shown"][0]["run_id"] == "run of model-b x cli-y"
    assert all(one["cost_usd"] > one["threshold"] for one in found["shown"])


def test_at_most_two_hundred_failures_are_shown_and_all_are_counted():
    tasks = [f"t{place}" for place in range(210)]
    reference = [
        cell(key, task, reward)
        for key, reward in (("a x c", 1.0), ("b x c", 0.0))
        for task in tasks
    ]
    dear = [cell("b x c", task, 0.0, cost=2.0) for task in tasks]
    found = expensive_failures(episodes(dear), calibrate(episodes(reference)))

    assert (found["total"], len(found["shown"])) == (210, SHOWN_FAILURES)
