"""The tables of a run's episodes and of one episode."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet, Value
from django.db.models.functions import NullIf
from django.urls import reverse

from runs_app.models import Episode, JudgeLabel
from runs_app.queries import StepPage
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    dollars_cell,
    mark_cell,
    text_cell,
    time_cell,
    units_cell,
    unknown_cell,
)
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "episodes",
    {
        "task": "task_id",
        "family": "family",
        "attempt": "attempt",
        "status": "status",
        "strict": "strict",
        "correct": "correct",
        "grounded": "grounded",
        "within": "within_budget",
        "units": "units",
        "steps": "step_count",
        "failure": "stage",
    },
    default=Order("task"),
)
NOT_JUDGED = "Nobody has judged the answer."
NO_ERROR = "Infrastructure errors are not the agent's failure; the task counts as missing."


def listed(episodes: QuerySet[Episode]) -> QuerySet[Episode]:
    """The episodes with what the list sorts by: no failure is no value, and so comes last."""
    return episodes.annotate(stage=NullIf("failure_stage", Value("")))


def episode_table(page: ListPage[Episode], query: str) -> Table:
    """One row an episode; its link keeps the list's ``query`` for going to the next one."""
    header = (
        HeaderCell("task", "Episode", "The task's id."),
        HeaderCell("family", "Family"),
        HeaderCell("attempt", "Attempt", numeric=True),
        HeaderCell("status", "Status", "How the attempt ended."),
        HeaderCell("strict", "Strict", "Correct, with evidence, and within budget."),
        HeaderCell("correct", "Correct", "The judge's verdict, or rightly abstained."),
        HeaderCell("grounded", "Evidence", "A document of the task was seen before the answer."),
        HeaderCell("within", "In budget"),
        HeaderCell("units", "Cost", "In the agent's cost basis.", numeric=True),
        HeaderCell("steps", "Steps", numeric=True),
        HeaderCell("failure", "Failed by", "The first reason why it is not a strict success."),
    )
    rows = tuple(_episode_row(episode, query) for episode in page.rows)
    empty = "No episode is like that."
    return Table("episodes", "Episodes", header, rows, empty=empty, order=page.order, is_page=True)


def _episode_row(episode: Episode, query: str) -> Row:
    suffix = f"?{query}" if query else ""
    unscored = NO_ERROR if episode.status == "infrastructure_error" else NOT_JUDGED
    stage = episode.failure_stage
    cells = (
        code_cell(episode.task_id, reverse("episode-detail", args=[episode.pk]) + suffix),
        text_cell(FAMILY_TITLES[Family(episode.family)]),
        count_cell(episode.attempt),
        text_cell(episode.status.replace("_", " ")),
        mark_cell(episode.strict, unscored),
        mark_cell(episode.correct, unscored),
        mark_cell(episode.grounded, "Not scored yet."),
        mark_cell(episode.within_budget, "Not scored yet."),
        amount_cell(episode.units, "The cost is not known."),
        count_cell(episode.step_count),
        text_cell(stage) if stage else unknown_cell(_no_stage(episode), CellKind.TEXT),
    )
    return Row(cells, css=_row_css(episode))


def _no_stage(episode: Episode) -> str:
    return "It is a strict success." if episode.strict else "It is not scored."


def _row_css(episode: Episode) -> str:
    return "is-unranked" if episode.strict is None else ""


def step_table(steps: StepPage) -> Table:
    """The ledger: each step with its price, the running total and what is left of the budget."""
    whole = steps.pages == 1
    header = (
        HeaderCell("step", "Step", numeric=True),
        HeaderCell("action", "Action"),
        HeaderCell("price", "Price", "By the bundle's prices.", numeric=True),
        HeaderCell("total", "Running total", numeric=True),
        HeaderCell("left", "Left", "Budget less the running total.", numeric=True),
        HeaderCell("seconds", "Seconds", "As the agent's record says.", numeric=True),
    )
    ledger = steps.ledger
    rows = tuple(_step_row(step, ledger.budget) for step in steps.steps)
    note = "" if whole else f"Page {steps.page} of {steps.pages}."
    return Table(
        key="ledger",
        caption="Ledger",
        header=tuple(replace(cell, sortable=whole) for cell in header),
        rows=rows,
        note=note,
        empty="The agent took no step.",
        order=Order("step"),
    )


def _step_row(step: Any, budget: float) -> Row:
    line = step.line
    name = f"{line.action}:{line.tier}" if line.tier else line.action
    number = Cell(str(line.number), line.number, CellKind.NUMBER, href=f"#step-{line.number}")
    cells = (
        number,
        Cell(name, name, CellKind.CODE, note="went over the budget" if line.went_over else ""),
        units_cell(line.units),
        units_cell(line.total),
        _left_cell(budget - line.total),
        amount_cell(step.seconds, "Not recorded."),
    )
    return Row(cells, css="is-over" if line.went_over else "")


def _left_cell(left: float) -> Cell:
    if not math.isfinite(left):
        return unknown_cell("There is no budget in units on this track.")
    return units_cell(left)


def label_table(labels: Iterable[JudgeLabel], judge: str) -> Table:
    """Every verdict on an answer, with who gave it; ``judge`` is the one that counts."""
    header = (
        HeaderCell("judge", "Judge"),
        HeaderCell("rubric", "Rubric"),
        HeaderCell("verdict", "Verdict"),
        HeaderCell("rationale", "Rationale"),
        HeaderCell("given", "Given (UTC)"),
    )
    rows = tuple(_label_row(label, judge) for label in labels)
    empty = "No judge has seen the answer, or none has to: abstentions are not judged."
    return Table("labels", "Verdicts", header, rows, empty=empty)


def _label_row(label: JudgeLabel, judge: str) -> Row:
    counts = label.origin == JudgeLabel.Origin.SITE and label.judge == judge
    note = "this one counts" if counts else f"from the {label.origin}, does not count"
    cells = (
        text_cell(label.judge, note=note),
        text_cell(label.rubric),
        text_cell(label.verdict),
        text_cell(label.rationale, css="wide"),
        time_cell(label.created_at),
    )
    return Row(cells)


def usage_table(episode: Episode) -> Table:
    """Tokens, money and time as the agent's record reports them; unknown is not 0."""
    header = (HeaderCell("what", "What"), HeaderCell("amount", "Amount", numeric=True))
    usage = episode.usage or {}
    rows = [
        _usage_row(words, amount_cell(usage.get(name), NOT_REPORTED))
        for name, words in USAGE_WORDS.items()
    ]
    rows.append(_usage_row("Cost reported, USD", dollars_cell(episode.cost_usd, NOT_REPORTED)))
    rows.append(_usage_row("Units reported", units_cell(episode.reported_units, NOT_REPORTED)))
    rows.append(_usage_row("Units by the bundle's prices", _own_units(episode)))
    for name, words in WORKSPACE_WORDS.items() if episode.workspace else ():
        rows.append(_usage_row(words, amount_cell(episode.workspace.get(name), NOT_REPORTED)))
    return Table("usage", "Reported usage", header, tuple(rows), note=_units_note(episode))


NOT_REPORTED = "The record does not say; unknown is not 0."
USAGE_WORDS = {
    "input_tokens": "Input tokens",
    "cached_input_tokens": "of these cached",
    "cache_creation_tokens": "Tokens written to a cache",
    "output_tokens": "Output tokens",
    "requests": "Requests",
}
WORKSPACE_WORDS = {
    "wall_seconds": "Wall seconds",
    "modified_files": "Modified files",
    "new_files": "New files",
}


def _usage_row(words: str, cell: Cell) -> Row:
    return Row((text_cell(words), cell))


def _own_units(episode: Episode) -> Cell:
    if episode.workspace is not None:
        return unknown_cell("The workspace track is counted in its execution proxy.")
    return units_cell(episode.units, "It is not scored yet.")


def _units_note(episode: Episode) -> str:
    reported, own = episode.reported_units, episode.units
    if episode.workspace is not None or reported is None or own is None or reported == own:
        return ""
    return "The reported units differ from those recomputed here; only the latter count."
