"""The episodes behind one row of a grid as a table, and what a number of it may ask for."""

from collections.abc import Callable, Mapping

from leaderboard_app.domain.meter.grid_evidence import PromisedEpisode
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    mark_cell,
    score_cell,
    text_cell,
    unknown_cell,
)
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

Test = Callable[[PromisedEpisode], bool]

OUTCOMES: Mapping[str, tuple[str, Test]] = {
    "counted": ("Counts", lambda one: one.counts),
    "passed": ("Passed", lambda one: one.passed),
    "partial": ("Part of the reward", lambda one: one.reward is not None and 0 < one.reward < 1),
    "failed": ("Reward 0", lambda one: one.reward == 0),
    "expensive": ("Expensive failure", lambda one: bool(one.is_expensive)),
    "unpriced": ("Cost unknown", lambda one: one.counts and one.cost is None),
    "missing": ("Missing", lambda one: not one.counts),
}
"""What the episodes behind a number have in common: key in the URL -> (title, test)."""

NO_CALIBRATION = "The bundle is not calibrated yet."
NO_COST = "The cost of this episode is unknown under the pricing of the grid."
HEADER = (
    HeaderCell("task", "Task"),
    HeaderCell("stratum", "Stratum", "A third of the tasks each, by effort."),
    HeaderCell("repeat", "Repeat", "Which episode of the task it is.", numeric=True),
    HeaderCell("reward", "Reward", "From 0 to 1; 1 is a pass.", numeric=True),
    HeaderCell("passed", "Passed", "Whether the reward is 1.", numeric=True),
    HeaderCell("cost", "USD", "Under the pricing of the grid.", numeric=True),
    HeaderCell("budgets", "Budgets met", "Budgets of its stratum that it kept within.", True),
    HeaderCell("expensive", "Expensive failure", "Reward 0 and dearer than the threshold.", True),
    HeaderCell("tokens", "Tokens", "Input and output together.", numeric=True),
    HeaderCell("steps", "Steps", "Actions that the agent took.", numeric=True),
)


def grid_evidence_table(
    found: tuple[PromisedEpisode, ...], href_of: Callable[[PromisedEpisode], str]
) -> Table:
    """One line an episode; ``href_of`` gives its page, "" for one that is absent."""
    return Table(
        key="episodes",
        caption="The episodes that the row promised",
        header=HEADER,
        rows=tuple(_row(one, href_of(one)) for one in found),
        empty="No episode of this row is like that.",
    )


def _row(one: PromisedEpisode, href: str) -> Row:
    missing = f"Missing: {one.missing}." if one.missing else ""
    uncalibrated = "" if one.stratum else NO_CALIBRATION
    return Row(
        (
            code_cell(one.task_id, href=href),
            _stratum_cell(one),
            count_cell(one.repeat),
            score_cell(one.reward, missing),
            mark_cell(one.passed if one.counts else None, missing),
            dollars_cell(one.cost, missing or NO_COST),
            amount_cell(one.budgets_met, missing or uncalibrated or NO_COST),
            _expensive_cell(one, missing or uncalibrated or NO_COST),
            amount_cell(one.tokens, missing or "The tokens of this episode are unknown."),
            amount_cell(one.steps, missing or "The steps of this episode are unknown."),
        ),
        css="" if one.counts else "is-partial",
    )


def _stratum_cell(one: PromisedEpisode) -> Cell:
    if one.stratum is None:
        return unknown_cell(NO_CALIBRATION, CellKind.TEXT)
    return text_cell(one.stratum.value, note=one.missing)


def _expensive_cell(one: PromisedEpisode, reason: str) -> Cell:
    """In words only: here a yes is nothing good."""
    if one.is_expensive is None:
        return unknown_cell(reason)
    return text_cell("yes" if one.is_expensive else "no")
