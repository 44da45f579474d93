"""Expensive failures of a grid: their share by stratum, and the dearest of them."""

from collections.abc import Callable, Sequence

from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    ConfigurationRowPayload,
    ExpensiveFailurePayload,
)
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_cells import CONFIGURATION_HEADER, configuration_cell
from leaderboard_app.domain.tables.headers import EvidenceHref
from tasks_app.domain.cells import code_cell, count_cell, dollars_cell, rate_cell, text_cell
from tasks_app.domain.table import HeaderCell, Order, Row, Table

EpisodeHref = Callable[[str, str], str]
"""``(run id, task id) -> URL`` of the episode; "" where it is gone."""


def failure_shares(board: AgentMeterPayload, evidence: EvidenceHref) -> Table:
    """The share of expensive failures of each configuration in each stratum, with what is behind
    it."""
    return Table(
        key="efr",
        caption="Share of expensive failures by stratum",
        header=(
            CONFIGURATION_HEADER,
            *(
                HeaderCell(one.value, one.capitalize(), f"EFR in {one} tasks.", numeric=True)
                for one in Stratum
            ),
        ),
        rows=tuple(_shares_row(row, evidence) for row in board["rows"] if row["strata"]),
    )


def _shares_row(row: ConfigurationRowPayload, evidence: EvidenceHref) -> Row:
    agent_id = row["agent"]["id"]
    shares = (
        rate_cell(
            row["strata"][one.value]["efr"],
            href=evidence(agent_id, stratum=one.value, outcome="expensive"),
        )
        for one in Stratum
    )
    return Row((configuration_cell(row, evidence), *shares))


def dearest_failures(shown: Sequence[ExpensiveFailurePayload], href: EpisodeHref) -> Table:
    """Failures that cost more than their stratum's threshold, the dearest first."""
    return Table(
        key="dearest",
        caption="The dearest failures",
        header=(
            HeaderCell("task", "Episode"),
            HeaderCell("configuration", "Configuration"),
            HeaderCell("stratum", "Stratum"),
            HeaderCell("repeat", "Repeat", "Which episode of the task it is.", numeric=True),
            HeaderCell("cost", "USD", "What the episode cost.", numeric=True),
            HeaderCell("threshold", "Threshold", "A dearer failure is expensive.", numeric=True),
        ),
        rows=tuple(_failure_row(one, href) for one in shown),
        order=Order("cost", descending=True),
    )


def _failure_row(one: ExpensiveFailurePayload, href: EpisodeHref) -> Row:
    return Row(
        (
            code_cell(one["task_id"], href=href(one["run_id"], one["task_id"])),
            text_cell(one["key"]),
            text_cell(one["stratum"]),
            count_cell(one["repeat"]),
            dollars_cell(one["cost_usd"]),
            dollars_cell(one["threshold"]),
        )
    )
