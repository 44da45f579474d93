"""Costs in tables: each in the one basis that its table is in, since two bases never compare."""

from collections.abc import Mapping

from leaderboard_app.domain.payload import NumberPayload
from runs_app.domain.episode import CostBasis
from tasks_app.domain.cells import amount_cell, unknown_cell
from tasks_app.domain.table import Cell

BASIS_WORDS: Mapping[str, str] = {
    CostBasis.LEDGER_UNITS: "units",
    CostBasis.EXECUTION_PROXY: "execution proxy",
    CostBasis.USD: "US dollars",
}


def cost_cell(number: NumberPayload, href: str = "") -> Cell:
    """A mean or a ratio of costs."""
    return amount_cell(number["value"], number.get("reason", ""), href)


def comparable_cost_cell(number: NumberPayload, basis: str, of_table: str, href: str = "") -> Cell:
    """A cost in ``basis`` beside costs in ``of_table``: not shown where the two differ."""
    return cost_cell(number, href) if basis == of_table else other_basis_cell(basis, of_table)


def other_basis_cell(basis: str, of_table: str) -> Cell:
    """In place of an amount that does not compare with the others of its column."""
    own, other = BASIS_WORDS[basis], BASIS_WORDS[of_table]
    return unknown_cell(f"This row is priced in {own}, which does not compare with {other}.")
