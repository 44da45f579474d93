import pytest

from leaderboard_app.domain.meter.standings import CRITERIA
from leaderboard_app.domain.tables.grid_heat import NOBODY, heat_map
from leaderboard_app.tests.domain.meter.grid_payloads import (
    KEYS,
    golden_payload,
    small_payload,
    three_by_three,
    uncalibrated_payload,
)
from leaderboard_app.tests.domain.tables.links import evidence

GRID = golden_payload()


def cells(table):
    """By model and CLI."""
    clis = [head.text for head in table.header[1:]]
    return {
        (row.cells[0].text, cli): cell
        for row in table.rows
        for cli, cell in zip(clis, row.cells[1:], strict=True)
    }


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_pair_stands_at_its_model_and_cli_and_leads_to_its_promised(criterion):
    found = cells(heat_map(GRID, criterion, evidence))

    assert len(found) == len(GRID["rows"]) == 6
    for row in GRID["rows"]:
        cell = found[row["model"], row["cli"]]
        assert cell.value == row[criterion]["value"]
        assert cell.href.startswith(f"/{row['agent']['id']}?")
        assert cell.note == f"place {GRID['ranks'][criterion][row['key']]}"


@pytest.mark.parametrize("criterion", CRITERIA)
def test_the_best_has_the_strongest_colour_and_the_worst_none(criterion):
    found = list(cells(heat_map(GRID, criterion, evidence)).values())
    in_order = sorted(found, key=lambda cell: int(cell.note.removeprefix("place ")))

    assert in_order[0].css == "heat heat-10 is-first"
    assert in_order[-1].css == "heat heat-0"


def test_amounts_are_shaded_by_their_logarithm():
    """USD per pass is 2, 4 and 6 (tasks of USD 1, 2 and 3, and multiples): ln 4 lies at
    (ln 6 - ln 4) / (ln 6 - ln 2) = 0.37 between the worst and the best."""
    found = cells(heat_map(small_payload(), "usd_per_pass", evidence))

    assert [cell.value for cell in found.values() if cell.value] == [2, 4, 6]
    assert found["model-a", "cli-y"].css == "heat heat-4"


def test_where_all_are_equal_all_are_best():
    found = cells(heat_map(small_payload(), "passes", evidence))
    assert {cell.css for cell in found.values() if cell.value} == {"heat heat-10 is-first"}


def test_a_pair_that_nobody_ran_says_so():
    assert cells(heat_map(small_payload(), "ams", evidence))["model-b", "cli-y"].reason == NOBODY


def test_a_cell_without_a_figure_says_why_and_the_others_keep_theirs():
    board = small_payload(three_by_three(cost=None))
    found = cells(heat_map(board, "usd_per_pass", evidence))

    assert "unknown" in found["model-b", "cli-x"].reason
    assert found["model-a", "cli-x"].css == "heat heat-10 is-first"


def test_an_incomplete_pair_shows_what_there_is_and_how_much_is_missing():
    made = [one for one in three_by_three() if (one.configuration, one.task_id) != (KEYS[0], "t3")]
    found = cells(heat_map(small_payload(made), "passes", evidence))
    assert found["model-a", "cli-x"].note == "1 missing"


def test_before_a_calibration_ams_says_that_there_is_none():
    found = cells(heat_map(uncalibrated_payload(), "ams", evidence))
    assert found["model-a", "cli-x"].reason == "The bundle is not calibrated yet."


def test_what_costs_nothing_is_the_best_and_not_undefined():
    found = cells(heat_map(small_payload(three_by_three(cost=0.0)), "usd_per_pass", evidence))
    assert found["model-b", "cli-x"].css == "heat heat-10 is-first"
