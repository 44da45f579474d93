import pytest

from leaderboard_app.domain.tables.costs import comparable_cost_cell, cost_cell, other_basis_cell

ZERO = {"value": 0.0, "low": None, "high": None, "n": 3}
UNKNOWN = {"value": None, "low": None, "high": None, "n": 0, "reason": "Nobody knows."}


def test_a_cost_of_0_is_0_and_an_unknown_one_has_its_reason():
    assert (cost_cell(ZERO).text, cost_cell(ZERO).value) == ("0", 0.0)
    assert (cost_cell(UNKNOWN).value, cost_cell(UNKNOWN).reason) == (None, "Nobody knows.")


def test_a_cost_in_the_basis_of_its_table_is_shown_with_its_link():
    cell = comparable_cost_cell(ZERO, "ledger_units", "ledger_units", "/there")
    assert (cell.value, cell.href) == (0.0, "/there")


@pytest.mark.parametrize("of_table", ["execution_proxy", "usd"])
def test_a_cost_in_another_basis_is_not_shown_and_not_sorted_by(of_table):
    cell = comparable_cost_cell(ZERO, "ledger_units", of_table)
    assert cell.value is None
    assert cell == other_basis_cell("ledger_units", of_table)
    assert cell.reason.startswith("This row is priced in units, which does not compare with")
