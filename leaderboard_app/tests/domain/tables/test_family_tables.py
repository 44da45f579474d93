import pytest

from leaderboard_app.domain.failures import failures
from leaderboard_app.domain.family_matrix import family_matrix
from leaderboard_app.domain.tables.family_tables import failures_table, heat_table, matrix_numbers
from leaderboard_app.tests.domain.tables.links import evidence
from leaderboard_app.tests.factories import (
    board_slice,
    control_row,
    failure,
    lost,
    row,
    simple_row,
    success,
)
from runs_app.domain.episode import Track
from tasks_app.domain import numbers
from tasks_app.domain.families import Family


def matrix_of(*rows, controls=(), track=Track.TOOL_API):
    return family_matrix(board_slice(rows, controls, track))


def test_the_matrix_has_agents_as_rows_and_families_as_columns_with_one_scale():
    table = heat_table(matrix_of(simple_row("+-", "++")), evidence)
    assert [head.key for head in table.header] == ["agent", "escalation_qa", "cheap_qa"]
    _, escalation, cheap = table.rows[0].cells
    assert (escalation.value, escalation.css) == (0.5, "heat heat-5")
    assert (cheap.value, cheap.css) == (1.0, "heat heat-10")
    assert escalation.note == f"{numbers.rate_text(1)} in budget"
    assert escalation.href == "/1?family=escalation_qa"


def test_a_cell_with_missing_episodes_says_how_many():
    table = heat_table(matrix_of(simple_row("+.", "++")), evidence)
    assert table.rows[0].cells[1].note == f"{numbers.rate_text(0.5)} in budget, 1 missing"


def test_a_share_of_0_is_a_share():
    table = heat_table(matrix_of(simple_row("--", "++")), evidence)
    assert (table.rows[0].cells[1].text, table.rows[0].cells[1].css) == (
        numbers.rate_text(0),
        "heat heat-0",
    )


def test_the_numbers_are_a_line_an_agent_and_family_with_controls_last():
    board = matrix_of(simple_row("+-", "++"), controls=[control_row("++", "--")])
    table = matrix_numbers(board, evidence)
    assert [r.css for r in table.rows] == ["", "", "is-control", "is-control"]
    assert [cell.text for cell in table.rows[0].cells[:3]] == [
        "agent",
        "Escalation",
        numbers.rate_text(0.5),
    ]
    assert table.rows[0].cells[5].href == "/1?family=escalation_qa&outcome=missing"


def test_costs_of_controls_are_not_compared_with_execution_proxy():
    worker = simple_row("++", "++", track=Track.WORKSPACE)
    board = matrix_of(worker, controls=[control_row("++", "--")], track=Track.WORKSPACE)
    costs = [r.cells[4].value for r in matrix_numbers(board, evidence).rows]
    assert costs == [46.0, 46.0, None, None]


@pytest.mark.parametrize(("family", "counts"), [("", "21102"), ("cheap_qa", "11002")])
def test_failures_are_counted_over_all_families_or_in_one(family, counts):
    found = row(
        {
            Family.ESCALATION: [success(Family.ESCALATION), failure(Family.ESCALATION)],
            Family.CHEAP: [
                success(),
                failure(failure_stage="selection"),
                lost(),
                lost(failure_stage="execution"),
            ],
        }
    )
    table = failures_table(failures(board_slice([found])), evidence, family)
    # strict, selection, execution, budget, missing
    shown = "".join(cell.text for cell in table.rows[0].cells[1:])
    assert shown == counts
    where = f"family={family}&" if family else ""
    assert table.rows[0].cells[2].href == f"/1?{where}outcome=selection"
    assert ("cheap tasks" in table.caption) == bool(family)


def test_without_rows_there_is_a_sentence():
    assert heat_table(matrix_of(), evidence).empty
    assert matrix_numbers(matrix_of(), evidence).rows == ()
    assert failures_table(failures(board_slice([])), evidence).rows == ()
