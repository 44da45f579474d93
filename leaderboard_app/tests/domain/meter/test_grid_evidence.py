import pytest

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.grid_evidence import promised_episodes
from leaderboard_app.domain.meter.task_values import expensive
from leaderboard_app.tests.domain.meter.grid_payloads import golden_calibration, golden_payload
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes

KEY = "model-b x cli-y"


def test_the_episodes_are_what_the_numbers_of_the_row_count():
    (row,) = [row for row in golden_payload()["rows"] if row["key"] == KEY]
    found = promised_episodes(vector_episodes(), KEY, golden_calibration())

    assert len(found) == row["coverage"]["denominator"]
    assert sum(one.passed for one in found) == row["passes"]["numerator"]
    assert sum(one.cost for one in found) == pytest.approx(row["total_usd"]["value"])
    for name, stratum in row["strata"].items():
        inside = [one for one in found if one.stratum == name]
        assert sum(one.passed for one in inside) == stratum["passes"]["numerator"]
        assert sum(one.is_expensive for one in inside) == stratum["efr"]["numerator"]
        mean = sum(one.reward * one.budgets_met / 5 for one in inside) / len(inside)
        assert mean == pytest.approx(stratum["aubqc"]["value"])


def test_an_expensive_failure_is_what_the_scores_take_for_one():
    found, calibration = vector_episodes(), golden_calibration()
    whole = expensive(found, calibration)
    for row, key in enumerate(found.keys):
        told = [one.is_expensive for one in promised_episodes(found, key, calibration)]
        assert told == whole[row, :, 0].tolist()


def test_what_is_missing_says_why_and_has_no_figure():
    made = [
        cell("m x c", "t1"),
        cell("m x c", "t2", None, status="infrastructure_error"),
        cell("m x c", "t3", None),
    ]
    found = promised_episodes(episodes(made, tasks=["t1", "t2", "t3", "t4"]), "m x c", None)

    assert [one.missing for one in found] == [
        "",
        "lost to an infrastructure error",
        "without a verdict",
        "never uploaded",
    ]
    assert [one.counts for one in found] == [True, False, False, False]
    assert [one.run_id for one in found] == ["run of m x c"] * 3 + [None]
    assert found[2].reward is found[2].cost is found[3].tokens is None


def test_without_a_calibration_there_are_no_strata():
    (one,) = promised_episodes(episodes([cell("m x c", "t1")]), "m x c", None)

    assert (one.stratum, one.budgets_met, one.is_expensive) == (None, None, None)


def test_without_a_cost_nothing_is_said_of_budgets_or_thresholds():
    known = [cell("m x c", f"t{n}", cost=float(n)) for n in (1, 2, 3)]
    calibration = calibrate(episodes([*known, cell("n x c", "t1")]))
    unpriced = episodes([one._replace(cost=None) for one in known])
    for one in promised_episodes(unpriced, "m x c", calibration):
        assert (one.cost, one.budgets_met, one.is_expensive) == (None, None, None)
        assert one.counts


def test_each_repeat_that_was_promised_has_a_line():
    made = [cell("m x c", "t1"), cell("m x c", "t1", repeat=2), cell("m x c", "t2")]
    found = promised_episodes(episodes(made, 2), "m x c", None)

    assert [(one.task_id, one.repeat, one.counts) for one in found] == [
        ("t1", 1, True),
        ("t1", 2, True),
        ("t2", 1, True),
        ("t2", 2, False),
    ]
