"""The leaderboard of one track and budget label."""

from collections.abc import Iterable

from leaderboard_app.domain.payload import LeaderboardPayload, RowPayload
from leaderboard_app.domain.tables.correction_note import is_corrected
from leaderboard_app.domain.tables.costs import BASIS_WORDS, cost_cell
from leaderboard_app.domain.tables.headers import (
    AGENT_HEADER,
    EvidenceHref,
    agent_cell,
    metric_header,
    rank_cell,
)
from runs_app.domain.episode import CostBasis
from tasks_app.domain.cells import rate_cell
from tasks_app.domain.families import Group
from tasks_app.domain.numbers import SPACE, interval_text, rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

RATES: dict[str, dict[str, str]] = {
    "econ": {},
    "up": {"group": Group.UP, "outcome": "strict"},
    "save": {"group": Group.SAVE, "outcome": "strict"},
    "strict": {"outcome": "strict"},
    "lenient": {"outcome": "lenient"},
    "feasibility": {"outcome": "feasible"},
}
"""Columns of shares, with the filters that show the episodes in their numerator. Econ is the
smaller of two shares and so leads to all episodes."""

JUDGED_AND_CORRECTED = (
    *("econ", "corrected_econ", "up", "save", "strict", "corrected_strict"),
    *("lenient", "corrected", "feasibility"),
)
COSTS = ("mean_units", "units_per_success")
LAST_RATES: dict[str, dict[str, str]] = {
    "abstention_rate": {"outcome": "abstained"},
    "composite_rate": {"outcome": "research"},
    "coverage": {"outcome": "scored"},
}
PROXY_TITLES = {"mean_units": "Mean proxy", "units_per_success": "Proxy per success"}
BY_ECON = Order("econ", descending=True)


def leaderboard_table(board: LeaderboardPayload, evidence: EvidenceHref) -> Table:
    """Agents that compete, ranked ones first, then incomplete ones with their bounds.

    Where an audit corrects any of them, the corrected share stands beside the judged one.
    """
    columns = JUDGED_AND_CORRECTED if is_corrected(board) else tuple(RATES)
    return Table(
        key="board",
        caption=f"Agents at the {board['budget_label']} budget, by Econ",
        header=(metric_header("rank"), *_header(board["cost_basis"], columns)),
        rows=tuple(_agent_row(row, evidence, columns) for row in board["rows"]),
        order=BY_ECON,
        empty="No agent has a public run on this track and budget yet; the controls are below.",
    )


def controls_table(board: LeaderboardPayload, evidence: EvidenceHref) -> Table:
    """Scripted controls that are told what suffices: a scale to read agents against."""
    basis = next((row["cost_basis"] for row in board["controls"]), board["cost_basis"])
    return Table(
        key="controls",
        caption="Oracle controls, not ranked",
        header=_header(basis, tuple(RATES)),
        rows=tuple(
            Row(_cells(row, evidence, tuple(RATES)), css="is-control") for row in board["controls"]
        ),
        note=_basis_note(basis, board["cost_basis"]),
        order=BY_ECON,
        empty="No control has run on this bundle at this budget yet.",
    )


def _header(basis: str, rates: Iterable[str]) -> tuple[HeaderCell, ...]:
    titles = PROXY_TITLES if basis == CostBasis.EXECUTION_PROXY else {}
    costs = (metric_header(key, titles.get(key, "")) for key in COSTS)
    return (
        AGENT_HEADER,
        *map(metric_header, rates),
        *costs,
        *map(metric_header, LAST_RATES),
    )


def _basis_note(basis: str, of_agents: str) -> str:
    if basis == of_agents:
        return ""
    own, other = BASIS_WORDS[basis], BASIS_WORDS[of_agents]
    return f"Controls are priced in {own} and the agents of this track in {other}: never compare."


def _agent_row(row: RowPayload, evidence: EvidenceHref, rates: Iterable[str]) -> Row:
    cells = (rank_cell(row), *_cells(row, evidence, rates))
    return Row(cells, css="" if row["ranked"] else "is-partial")


def _cells(row: RowPayload, evidence: EvidenceHref, rates: Iterable[str]) -> tuple[Cell, ...]:
    agent_id = row["agent"]["id"]
    scored = evidence(agent_id, outcome="scored")
    return (
        agent_cell(row["agent"], evidence(agent_id)),
        *(_share(row, key, evidence) for key in rates),
        cost_cell(row["mean_units"], scored),
        cost_cell(row["units_per_success"], scored),
        *(_rate(row, key, evidence(agent_id, **filters)) for key, filters in LAST_RATES.items()),
    )


def _share(row: RowPayload, key: str, evidence: EvidenceHref) -> Cell:
    """A judged share with the episodes that it counts, or a corrected one, which counts none."""
    if key in RATES:
        return _rate(row, key, evidence(row["agent"]["id"], **RATES[key]))
    return rate_cell(row[key], kind=CellKind.INTERVAL)  # type: ignore[literal-required]


def _rate(row: RowPayload, key: str, href: str) -> Cell:
    """A share with its interval; for an incomplete row the bounds within which it will end.

    Bounds have no value to sort by: such rows come last whichever way the column is sorted.
    """
    bounds = (row["bounds"] or {}).get(key)
    if bounds is None or bounds["lowest"] is None or bounds["highest"] is None:
        kind = CellKind.INTERVAL if key == "econ" else CellKind.RATE
        return rate_cell(row[key], href=href, kind=kind)  # type: ignore[literal-required]
    lowest, highest = bounds["lowest"], bounds["highest"]
    if lowest == highest:
        return Cell(rate_text(lowest), None, CellKind.RATE, href=href, note="none missing")
    text = f"{interval_text(lowest, highest)}{SPACE}%"
    return Cell(text, None, CellKind.RATE, href=href, note="bounds: some missing")
