import pytest

from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_cells import configuration_cell
from leaderboard_app.domain.tables.grid_tables import ranked_table, stratum_table
from leaderboard_app.tests.domain.meter.grid_payloads import (
    KEYS,
    golden_payload,
    small_payload,
    three_by_three,
    uncalibrated_payload,
)
from leaderboard_app.tests.domain.tables.links import evidence
from tasks_app.domain import numbers
from tasks_app.domain.table import CellKind, Order

GRID = golden_payload()


def cell(table, row, key):
    return table.rows[row].cells[[head.key for head in table.header].index(key)]


def column(table, key):
    return [cell(table, row, key).value for row in range(len(table.rows))]


def test_rows_stand_by_ams_with_its_interval_in_words_and_as_a_bar():
    table = ranked_table(GRID, evidence)
    ams, row = cell(table, 0, "ams"), GRID["rows"][0]["ams"]

    assert table.order == Order("ams", descending=True)
    assert table.sorted_by(table.order).rows == table.rows
    assert (ams.text, ams.value) == (numbers.score_text(row["value"]), row["value"])
    low, high = (numbers.score_text(row[end]) for end in ("low", "high"))
    assert ams.note == f"{low}{numbers.RANGE}{high}"
    assert (ams.low, ams.high, ams.kind) == (row["low"], row["high"], CellKind.NUMBER)


@pytest.mark.parametrize(
    ("key", "href"),
    [
        ("configuration", "?"),
        ("ams", "?"),
        ("passes", "?outcome=passed"),
        ("usd_per_pass", "?outcome=counted"),
        ("tokens_per_pass", "?outcome=counted"),
        ("mean_reward", "?outcome=counted"),
        ("coverage", "?outcome=counted"),
    ],
)
def test_every_number_leads_to_the_episodes_that_it_counts(key, href):
    agent_id = GRID["rows"][0]["agent"]["id"]
    assert cell(ranked_table(GRID, evidence), 0, key).href == f"/{agent_id}{href}"


def test_the_agent_is_named_where_it_is_called_otherwise():
    note = cell(ranked_table(GRID, evidence), 0, "configuration").note
    name = GRID["rows"][0]["agent"]["name"]

    assert note == f"{name} · by somebody"
    GRID["rows"][0]["agent"]["name"] = GRID["rows"][0]["key"]
    assert cell(ranked_table(GRID, evidence), 0, "configuration").note == "by somebody"
    GRID["rows"][0]["agent"]["name"] = name


def test_an_agent_that_is_called_by_its_model_and_cli_is_not_named_again_beneath():
    row = GRID["rows"][0]
    pair = f"{row['agent']['model']} x {row['agent']['scaffold']}"
    shared = {**row, "key": f"{pair} (somebody)", "agent": {**row["agent"], "name": pair}}

    assert configuration_cell(shared, evidence).note == "by somebody"


def test_an_incomplete_row_has_bounds_that_are_not_sorted_by_and_leads_to_what_is_missing():
    cells = [one for one in three_by_three() if (one.configuration, one.task_id) != (KEYS[0], "t3")]
    table = ranked_table(small_payload(cells), evidence)
    last = len(table.rows) - 1

    assert cell(table, last, "configuration").text == KEYS[0]
    assert cell(table, last, "ams").value is None
    assert cell(table, last, "ams").note == "bounds: some missing"
    assert cell(table, last, "rank").reason == "1 of 3 episodes are missing."
    assert cell(table, last, "coverage").href.endswith("?outcome=missing")
    assert table.rows[last].css == "is-partial"


def test_without_a_price_there_is_a_reason_in_place_of_ams_and_usd():
    table = ranked_table(small_payload(three_by_three(cost=None)), evidence)
    last = len(table.rows) - 1

    assert cell(table, last, "configuration").text == KEYS[2]
    assert "cost of 3 of 3 episodes is unknown" in cell(table, last, "ams").reason
    assert "unknown" in cell(table, last, "usd_per_pass").reason
    assert cell(table, last, "passes").value == 1
    assert cell(table, last, "tokens_per_pass").value == 6000


def test_before_a_calibration_the_rows_are_there_with_the_reason():
    table = ranked_table(uncalibrated_payload(), evidence)

    assert {one.cells[2].reason for one in table.rows} == {"The bundle is not calibrated yet."}
    assert column(table, "passes") == [1, 1, 1]
    assert table.order is None


def test_a_stratum_has_its_own_order_and_parts():
    table = stratum_table(GRID, Stratum.HARD, evidence)
    scores = column(table, "score")
    best = next(r for r in GRID["rows"] if r["key"] == cell(table, 0, "configuration").text)

    assert scores == sorted(scores, reverse=True)
    for key in ("tq", "aubqc", "efr"):
        assert cell(table, 0, key).value == best["strata"]["hard"][key]["value"]
    assert cell(table, 0, "rank").value == best["rank"]
    agent_id = best["agent"]["id"]
    assert cell(table, 0, "efr").href == f"/{agent_id}?outcome=expensive&stratum=hard"
    assert cell(table, 0, "passes").href == f"/{agent_id}?outcome=passed&stratum=hard"
