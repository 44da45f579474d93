from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_failures import dearest_failures, failure_shares
from leaderboard_app.domain.tables.grid_standings import clis_table, curve_table, places_table
from leaderboard_app.tests.domain.meter.grid_payloads import (
    KEYS,
    golden_payload,
    small_payload,
    three_by_three,
    uncalibrated_payload,
)
from leaderboard_app.tests.domain.tables.links import evidence

GRID = golden_payload()


def rows(table):
    return {row.cells[0].text: row.cells[1:] for row in table.rows}


def test_places_by_each_criterion_and_how_far_a_configuration_moves():
    found = rows(places_table(GRID, evidence))
    for key, cells in found.items():
        places = [GRID["ranks"][criterion][key] for criterion in GRID["ranks"]]
        assert [cell.value for cell in cells] == [*places, max(places) - min(places)]


def test_what_has_no_place_says_why_and_moves_by_what_it_has():
    found = rows(places_table(small_payload(three_by_three(cost=None)), evidence))
    ams, passes, usd, tokens, shift = found[KEYS[2]]

    assert "unknown" in ams.reason
    assert "unknown" in usd.reason
    assert (passes.value, tokens.value, shift.value) == (1, 3, 2)


def test_before_a_calibration_places_stand_by_passes():
    table = places_table(uncalibrated_payload(), evidence)
    assert table.order.key == "passes"


def test_the_best_and_the_worst_cli_of_a_model_with_the_spread():
    found = rows(clis_table(GRID))
    for one in GRID["clis_by_model"]:
        best, best_ams, worst, worst_ams, spread = (c.value for c in found[one["model"]])
        assert (best, best_ams) == (one["best"]["cli"], one["best"]["ams"])
        assert (worst, worst_ams) == (one["worst"]["cli"], one["worst"]["ams"])
        assert spread == one["spread"] >= 0


def test_a_model_in_one_cli_has_no_worst_and_one_without_ams_no_best():
    found = rows(clis_table(small_payload(three_by_three(cost=None))))

    assert found["model-b"][0].reason == "No CLI of this model has an AMS and every episode."
    assert found["model-a"][2].value == "cli-y"
    one = rows(clis_table(small_payload()))["model-b"]
    assert (one[0].value, one[2].reason) == ("cli-x", "Only one CLI of this model has an AMS.")


def test_the_mean_of_a_curve_is_aubqc():
    for stratum in Stratum:
        for key, (*quality, area) in rows(curve_table(GRID, stratum, evidence)).items():
            assert abs(sum(cell.value for cell in quality) / 5 - area.value) < 1e-9, key


def test_a_configuration_without_prices_has_no_curve_and_a_reason():
    table = curve_table(small_payload(three_by_three(cost=None)), Stratum.EASY, evidence)
    assert {cell.reason for cell in rows(table)[KEYS[2]]} == {
        "The cost of 1 of 1 episodes is unknown."
    }


def test_shares_of_expensive_failures_lead_to_them():
    table = failure_shares(GRID, evidence)
    for row, shown in zip(GRID["rows"], table.rows, strict=True):
        for name, cell in zip(("easy", "medium", "hard"), shown.cells[1:], strict=True):
            assert cell.value == row["strata"][name]["efr"]["value"]
            assert cell.href == f"/{row['agent']['id']}?outcome=expensive&stratum={name}"


def test_the_dearest_failures_lead_to_their_episodes_and_what_is_gone_to_nothing():
    shown = GRID["expensive_failures"]["shown"]
    gone = shown[0]["run_id"]
    table = dearest_failures(shown, lambda run, task: "" if run == gone else f"/{run}/{task}")

    costs = [row.cells[4].value for row in table.rows]
    assert costs == sorted(costs, reverse=True) == [one["cost_usd"] for one in shown]
    assert table.rows[0].cells[0].href == ""
    assert table.rows[1].cells[0].href == f"/{shown[1]['run_id']}/{shown[1]['task_id']}"
