from leaderboard_app.domain.tables.core_tables import (
    agreement_table,
    correlation_cell,
    correlation_text,
    orders_table,
    sizes_table,
)
from leaderboard_app.tests.domain.meter.test_core_board import board
from tasks_app.domain.numbers import MINUS


def test_a_negative_correlation_has_a_minus_and_an_unknown_one_its_reason():
    assert correlation_text(-0.5) == f"{MINUS}0.500"
    cell = correlation_cell({"value": None, "low": None, "high": None, "n": 1, "reason": "one"})
    assert (cell.value, cell.reason) == (None, "one")


def test_core_has_a_line_for_each_measure():
    core = board()["core"]
    rows = agreement_table(core).rows

    assert [row.cells[1].value for row in rows] == [
        core["spearman"]["value"],
        core["kendall"]["value"],
        core["largest_shift"]["value"],
    ]
    assert rows[0].cells[3].value == core["random"]["spearman"]["percentile"]["value"]


def test_sizes_can_be_linked_to_and_sorted():
    table = sizes_table(board())
    assert [row.key for row in table.rows] == ["3", "6", "9", "12", "15", "18", "21", "24", "27"]
    assert set(table.sort_keys) >= {"tasks", "spearman", "kendall", "largest_shift"}


def test_without_a_smaller_core_the_table_says_why():
    found = board() | {"sizes": [], "sizes_reason": "The strata are too small."}
    assert sizes_table(found).empty == "The strata are too small."


def test_orders_without_a_core_are_unknown_for_its_reason():
    found = board(core=None)
    table = orders_table(found, lambda agent_id: f"/{agent_id}")
    cells = table.rows[0].cells

    assert cells[0].href == f"/{found['rows'][0]['agent']['id']}"
    assert [cell.reason for cell in cells[3:]] == [found["core_reason"]] * 3
