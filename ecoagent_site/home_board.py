"""The top of the newest boards, for the home page."""

from dataclasses import dataclass, replace
from typing import cast

from django.urls import reverse
from django.utils.http import urlencode

from leaderboard_app import queries
from leaderboard_app.domain.meter.payload import AgentMeterPayload
from leaderboard_app.domain.payload import LeaderboardPayload
from leaderboard_app.domain.tables.grid_leaders import leaders_sentence, leaders_table
from leaderboard_app.domain.tables.leaderboard_table import controls_table, leaderboard_table
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel
from tasks_app.domain.table import Table

SHOWN_AGENTS = 5
COLUMNS = ("agent", "econ", "up", "save")


@dataclass(frozen=True)
class HomeBoard:
    """The best agents and the controls of the newest bundle that has boards."""

    bundle_ref: str
    agents: Table
    controls: Table


def home_board() -> HomeBoard | None:
    """What is published now, or None; two queries."""
    snapshot = queries.latest_snapshot_of_any()
    if snapshot is None:
        return None
    track = snapshot.manifest["default_track"]
    payload = queries.board(snapshot.digest, "leaderboard", track, BudgetLabel.MAIN)
    if payload is None:
        return None
    board = cast(LeaderboardPayload, payload)
    fixed = {"snapshot": snapshot.digest, "track": track, "budget": BudgetLabel.MAIN.value}

    def evidence(agent_id: int, **filters: str) -> str:
        return f"{reverse('evidence', args=[agent_id])}?{urlencode(fixed | filters)}"

    agents = leaderboard_table(board, evidence).with_columns("rank", *COLUMNS)
    controls = controls_table(board, evidence).with_columns(*COLUMNS)
    return HomeBoard(
        bundle_ref=snapshot.bundle_ref,
        agents=replace(agents, rows=agents.rows[:SHOWN_AGENTS]),
        controls=controls,
    )


@dataclass(frozen=True)
class HomeGrid:
    """Who leads the grid of the newest meter bundle that has one, by each criterion."""

    bundle_ref: str
    answer: str
    leaders: Table


def home_grid() -> HomeGrid | None:
    """The full grid under the original descriptions as published now, or None; two queries."""
    snapshot = queries.latest_snapshot_of_any(BundleKind.METER)
    if snapshot is None:
        return None
    place = {"track": snapshot.manifest["default_track"], "set": "full", "condition": "original"}
    payload = queries.meter_board(snapshot.digest, "agentmeter", *place.values())
    if payload is None or not payload["rows"]:
        return None
    board = cast(AgentMeterPayload, payload)
    fixed = {"snapshot": snapshot.digest} | place

    def evidence(agent_id: int, **filters: str) -> str:
        return f"{reverse('grid-evidence', args=[agent_id])}?{urlencode(fixed | filters)}"

    return HomeGrid(snapshot.bundle_ref, leaders_sentence(board), leaders_table(board, evidence))
