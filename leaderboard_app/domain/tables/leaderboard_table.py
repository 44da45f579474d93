"""The leaderboard of one track and budget label."""

from leaderboard_app.domain.payload import LeaderboardPayload, NumberPayload, RowPayload
from leaderboard_app.domain.tables.headers import (
    AGENT_HEADER,
    EvidenceHref,
    agent_cell,
    metric_header,
)
from tasks_app.domain.cells import amount_cell, rate_cell, unknown_cell
from tasks_app.domain.families import Group
from tasks_app.domain.numbers import rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

RATES: dict[str, dict[str, str]] = {
    "econ": {},
    "up": {"group": Group.UP, "outcome": "strict"},
    "save": {"group": Group.SAVE, "outcome": "strict"},
    "strict": {"outcome": "strict"},
    "lenient": {"outcome": "lenient"},
    "feasibility": {"outcome": "feasible"},
}
"""Columns of shares, with the filters that show the episodes in their numerator."""

LAST_RATES: dict[str, dict[str, str]] = {
    "abstention_rate": {"outcome": "abstained"},
    "composite_rate": {"outcome": "research"},
    "coverage": {},
}


def leaderboard_table(board: LeaderboardPayload, evidence: EvidenceHref) -> Table:
    """Agents that compete, ranked ones first, then incomplete ones with their bounds."""
    return Table(
        key="board",
        caption=f"Agents at the {board['budget_label']} budget, by Econ",
        header=(metric_header("rank"), *_header()),
        rows=tuple(
            Row(
                (_rank_cell(row), *_cells(row, evidence)), css="" if row["ranked"] else "is-partial"
            )
            for row in board["rows"]
        ),
        empty="No agent has a public run on this track and budget yet; the controls are below.",
    )


def controls_table(board: LeaderboardPayload, evidence: EvidenceHref) -> Table:
    """Scripted controls that are told what suffices: a scale to read agents against."""
    return Table(
        key="controls",
        caption="Oracle controls, not ranked",
        header=_header(),
        rows=tuple(Row(_cells(row, evidence), css="is-control") for row in board["controls"]),
        order=Order("econ", descending=True),
        empty="No control has run on this bundle at this budget yet.",
    )


def _header() -> tuple[HeaderCell, ...]:
    keys = [*RATES, "mean_units", "units_per_success", *LAST_RATES]
    return (AGENT_HEADER, *map(metric_header, keys))


def _cells(row: RowPayload, evidence: EvidenceHref) -> tuple[Cell, ...]:
    agent = row["agent"]
    return (
        agent_cell(agent, evidence(agent["id"])),
        *(_rate(row, key, evidence(agent["id"], **filters)) for key, filters in RATES.items()),
        _cost_cell(row["mean_units"]),
        _cost_cell(row["units_per_success"]),
        *(_rate(row, key, evidence(agent["id"], **filters)) for key, filters in LAST_RATES.items()),
    )


def _rate(row: RowPayload, key: str, href: str) -> Cell:
    """A share with its interval; for an incomplete row the bounds within which it will end."""
    rate, bounds = row[key], (row["bounds"] or {}).get(key)  # type: ignore[literal-required]
    if bounds is None or bounds["lowest"] is None or bounds["highest"] is None:
        kind = CellKind.INTERVAL if key == "econ" else CellKind.RATE
        return rate_cell(rate, href=href, kind=kind)
    text = f"{rate_text(bounds['lowest'])} to {rate_text(bounds['highest'])}"
    return Cell(
        text,
        kind=CellKind.RATE,
        href=href,
        reason="Incomplete: the share if all missing episodes fail, and if all succeed.",
        low=bounds["lowest"],
        high=bounds["highest"],
    )


def _rank_cell(row: RowPayload) -> Cell:
    if row["rank"] is None:
        return unknown_cell(row["unranked_reason"] or "Not ranked.")
    best, worst = row["rank_interval"] or [row["rank"], row["rank"]]
    note = "" if best == worst else f"{best} to {worst}"
    return Cell(str(row["rank"]), row["rank"], CellKind.NUMBER, note=note)


def _cost_cell(number: NumberPayload) -> Cell:
    return amount_cell(number["value"], number.get("reason", ""))
