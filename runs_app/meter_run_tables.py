"""The tables of runs over meter bundles: passes, reward, tokens, USD, steps and time."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from uuid import UUID

from django.urls import reverse

from runs_app.episode_tables import NOT_REPORTED
from runs_app.models import Run
from runs_app.queries.meter_summaries import MeterTally, Total
from runs_app.run_tables import NO_RUN, agent_cell, bundle_cell, status_cell
from tasks_app.domain.cells import (
    amount_cell,
    count_cell,
    dollars_cell,
    score_cell,
    share_cell,
    text_cell,
    time_cell,
    unknown_cell,
)
from tasks_app.domain.numbers import fraction_text
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "runs",
    {
        "agent": "agent__name",
        "description": "description",
        "repeat": "repeat",
        "bundle": "bundle__name",
        "status": "status",
        "created": "created_at",
    },
    default=Order("created", descending=True),
)
UNGRADED = "Nothing is graded."
PASSED = "Tasks with a reward of 1, of those that are graded."


def run_table(page: ListPage[Run], tallies: Mapping[UUID, MeterTally]) -> Table:
    """One row a run over a meter bundle."""
    header = (
        HeaderCell("agent", "Agent"),
        HeaderCell("passed", "Passed", PASSED, numeric=True, sortable=False),
        HeaderCell("reward", "Mean reward", "0 to 1.", numeric=True, sortable=False),
        HeaderCell("tokens", "Tokens", "In all.", numeric=True, sortable=False),
        HeaderCell("usd", "USD", "In all, as reported.", numeric=True, sortable=False),
        HeaderCell("description", "Description", "The wording that the agent was given."),
        HeaderCell("repeat", "Repeat", numeric=True),
        HeaderCell("bundle", "Bundle"),
        HeaderCell("status", "Status"),
        HeaderCell("created", "Begun (UTC)"),
    )
    rows = tuple(_run_row(run, tallies.get(run.pk, MeterTally())) for run in page.rows)
    return Table("runs", "Runs", header, rows, empty=NO_RUN, order=page.order, is_page=True)


def _run_row(run: Run, tally: MeterTally) -> Row:
    cells = (
        agent_cell(run),
        passed_cell(tally),
        score_cell(tally.mean_reward, UNGRADED),
        _total_cell(tally.tokens, tally),
        _usd_cell(tally.usd, tally),
        text_cell(run.description),
        count_cell(run.repeat),
        bundle_cell(run),
        status_cell(run),
        time_cell(run.created_at),
    )
    return Row(cells)


def passed_cell(tally: MeterTally) -> Cell:
    """Tasks passed of those graded, said so where it stands among strict successes."""
    cell = share_cell(tally.passed, tally.graded, UNGRADED)
    return replace(cell, note=f"{cell.note} passed") if cell.note else cell


def score_table(run: Run, tally: MeterTally) -> Table:
    """What a run's episodes come to, a row a measure."""
    header = (
        HeaderCell("measure", "Measure"),
        HeaderCell("total", "In all", numeric=True),
        HeaderCell("mean", "Mean", "Of the tasks for which it is known.", numeric=True),
        HeaderCell("per_pass", "For each pass", "In all, over the tasks passed.", numeric=True),
        HeaderCell("known", "Known for", "Tasks whose latest attempt tells it.", numeric=True),
    )
    measures = (
        ("Tokens", tally.tokens, amount_cell),
        ("USD", tally.usd, dollars_cell),
        ("Steps", tally.steps, amount_cell),
        ("Wall time, seconds", tally.seconds, amount_cell),
    )
    costs = (_measure_row(words, total, tally, cell) for words, total, cell in measures)
    rows = (_passes_row(run, tally), _reward_row(tally), *costs)
    note = "A reward of 1 is a pass. A cost in all is known only where every task tells its own."
    return Table("measures", "Measures", header, rows, note=note)


def _passes_row(run: Run, tally: MeterTally) -> Row:
    href = f"{reverse('run-detail', args=[run.pk])}?passed=yes#episodes"
    cells = (
        text_cell("Passed", href),
        count_cell(tally.passed),
        share_cell(tally.passed, tally.graded, UNGRADED),
        unknown_cell("A pass is no cost."),
        _known_cell(tally.graded, tally),
    )
    return Row(cells)


def _reward_row(tally: MeterTally) -> Row:
    cells = (
        text_cell("Reward"),
        score_cell(tally.reward if tally.graded else None, UNGRADED),
        score_cell(tally.mean_reward, UNGRADED),
        unknown_cell("A reward is no cost."),
        _known_cell(tally.graded, tally),
    )
    return Row(cells)


def _measure_row(words: str, total: Total, tally: MeterTally, cell: Callable[..., Cell]) -> Row:
    incomplete = _incomplete(total, tally)
    mean = total.total / total.known if total.known else None
    per_pass = total.total / tally.passed if tally.passed and not incomplete else None
    cells = (
        text_cell(words),
        cell(None if incomplete else total.total, incomplete),
        cell(mean, NOT_REPORTED),
        cell(per_pass, incomplete or "Nothing is passed."),
        _known_cell(total.known, tally),
    )
    return Row(cells)


def _incomplete(total: Total, tally: MeterTally) -> str:
    """Why a sum over all tasks is not known; empty where it is."""
    if total.known == tally.attempted and tally.attempted:
        return ""
    return f"Known for {total.known} of {tally.attempted} tasks only."


def _known_cell(known: int, tally: MeterTally) -> Cell:
    return Cell(fraction_text(known, tally.attempted), known)


def _total_cell(total: Total, tally: MeterTally) -> Cell:
    incomplete = _incomplete(total, tally)
    return amount_cell(None if incomplete else total.total, incomplete)


def _usd_cell(total: Total, tally: MeterTally) -> Cell:
    incomplete = _incomplete(total, tally)
    return dollars_cell(None if incomplete else total.total, incomplete)
