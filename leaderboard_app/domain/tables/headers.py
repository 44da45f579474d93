"""Column headers from the one text of each metric, and the cells that name and rank an agent."""

from collections.abc import Callable, Mapping
from typing import Any

from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.metric_texts import METRIC_TEXTS
from leaderboard_app.domain.payload import AgentPayload
from tasks_app.domain.cells import text_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind, HeaderCell

EvidenceHref = Callable[..., str]
"""``(agent_id, **filters) -> URL`` of the episodes behind a number."""


def metric_header(key: str, text: str = "") -> HeaderCell:
    """The header of a metric; ``text`` where the usual title would be ambiguous."""
    metric = METRIC_TEXTS[key]
    return HeaderCell(key, text or metric.header, metric.explanation, numeric=True)


def meter_header(key: str, text: str = "") -> HeaderCell:
    """The same of a number of a grid of configurations."""
    metric = METER_TEXTS[key]
    return HeaderCell(key, text or metric.header, metric.explanation, numeric=True)


AGENT_HEADER = HeaderCell(
    "agent", "Agent", "Model, scaffold, prompt and settings together: the unit that is ranked."
)


def agent_cell(agent: AgentPayload, href: str, control: bool = False) -> Cell:
    """The agent's name with what it is made of; a control says that it is one."""
    parts = [agent["model"], agent["scaffold"]]
    parts.append(f"by {agent['owner']}" if agent["owner"] else "")
    parts.append("oracle control, not ranked" if control else "")
    return text_cell(agent["name"], href=href, note=" · ".join(filter(None, parts)))


def control_css(control: bool) -> str:
    """The tint of a control's row where it stands among agents."""
    return "is-control" if control else ""


def rank_cell(row: Mapping[str, Any]) -> Cell:
    """The rank of a row of any board with the places that it may as well have."""
    if row["rank"] is None:
        return unknown_cell(row["unranked_reason"] or "Not ranked.")
    best, worst = row["rank_interval"] or [row["rank"], row["rank"]]
    note = "" if best == worst else f"{best} to {worst}"
    return Cell(str(row["rank"]), row["rank"], CellKind.NUMBER, note=note)
