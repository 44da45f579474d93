"""The tables of the run pages."""

from collections.abc import Mapping
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from runs_app.domain.episode import CompositeMode
from runs_app.domain.scoring import FailureStage
from runs_app.models import Run
from runs_app.queries import Tally
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.cells import (
    amount_cell,
    code_cell,
    count_cell,
    share_cell,
    text_cell,
    time_cell,
    unknown_cell,
)
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "runs",
    {
        "agent": "agent__name",
        "bundle": "bundle__name",
        "track": "agent__track",
        "budget": "budget_label",
        "status": "status",
        "tasks": "tasks_total",
        "created": "created_at",
        "finished": "finished_at",
    },
    default=Order("created", descending=True),
)
NO_RUN = "No run is like that. Change the filters, or upload an archive."
STRICT = "Correct, with evidence seen before the answer, and within budget."
LENIENT = "Correct, whatever was spent."
PASSES = "Over a meter bundle: passed, a reward of 1."
NO_BUDGETS = "A meter bundle has none: its runs have a description."
FEASIBLE = "Within budget, right or wrong."


def run_table(
    page: ListPage[Run], tallies: Mapping[UUID, Tally], passes: Mapping[UUID, Cell]
) -> Table:
    """One row a run; ``passes`` are what stands for strict success in runs without budgets."""
    header = (
        HeaderCell("agent", "Agent"),
        HeaderCell("strict", "Strict", f"{STRICT} {PASSES}", numeric=True, sortable=False),
        HeaderCell("budget", "Budget", "The label whose budgets applied. " + NO_BUDGETS),
        HeaderCell("track", "Track", "How the agent met the tasks."),
        HeaderCell("bundle", "Bundle"),
        HeaderCell("status", "Status"),
        HeaderCell("tasks", "Tasks", numeric=True),
        HeaderCell("created", "Begun (UTC)"),
        HeaderCell("finished", "Ended (UTC)"),
    )
    rows = tuple(
        _run_row(run, passes.get(run.pk) or strict_cell(run, tallies.get(run.pk, Tally())))
        for run in page.rows
    )
    return Table("runs", "Runs", header, rows, empty=NO_RUN, order=page.order, is_page=True)


def _run_row(run: Run, success: Cell) -> Row:
    is_control = run.agent.composite_mode == CompositeMode.ORACLE
    cells = (
        agent_cell(run),
        success,
        text_cell(run.terms),
        text_cell(run.agent.track),
        bundle_cell(run),
        status_cell(run),
        count_cell(run.tasks_total),
        time_cell(run.created_at),
        time_cell(run.finished_at, "It has not ended."),
    )
    return Row(cells, css="is-control" if is_control else "")


def agent_cell(run: Run) -> Cell:
    """The agent's name leads to the run."""
    name, href = run.agent.name, reverse("run-detail", args=[run.pk])
    return Cell(name, name, href=href, note=_run_note(run))


def bundle_cell(run: Run) -> Cell:
    return code_cell(str(run.bundle), reverse("bundle-detail", args=[str(run.bundle)]))


def _run_note(run: Run) -> str:
    """What is special about a run, under its agent's name."""
    notes = [
        "oracle control, not ranked" if run.agent.composite_mode == CompositeMode.ORACLE else "",
        f"by {run.owner.username}" if run.owner else "",
        "private" if run.visibility == "private" else "",
    ]
    return ", ".join(filter(None, notes))


def strict_cell(run: Run, tally: Tally) -> Cell:
    """Strict success over all tasks of the run; unknown while some have no judged episode."""
    missing = run.tasks_total - tally.judged
    if missing <= 0:
        return share_cell(tally.strict, run.tasks_total)
    return unknown_cell(
        f"{missing} of {run.tasks_total} tasks have no judged episode;"
        f" {tally.strict} strict successes so far.",
        CellKind.RATE,
    )


def status_cell(run: Run) -> Cell:
    css = f"status-cell status-{run.status}"
    return Cell(run.status, run.status, reason=run.reason, css=css)


def family_table(run: Run, spec: BundleSpec, tallies: Mapping[str, Tally]) -> Table:
    """Scores by family, and over all."""
    header = (
        HeaderCell("family", "Family"),
        HeaderCell("attempted", "Attempted", "Tasks with an episode that counts.", numeric=True),
        HeaderCell("strict", "Strict", STRICT, numeric=True),
        HeaderCell("lenient", "Lenient", LENIENT, numeric=True),
        HeaderCell("feasible", "Feasible", FEASIBLE, numeric=True),
        HeaderCell("abstained", "Abstained", numeric=True),
        HeaderCell("mean", "Mean cost", _cost_words(run), numeric=True),
    )
    families = [Family(family) for family in spec.families if family in tallies]
    rows = [_tally_row(run, FAMILY_TITLES[f], tallies[f], family=f) for f in families]
    if len(rows) > 1:
        total = sum((tallies[family] for family in families), Tally())
        rows.append(_tally_row(run, "All families", total))
    empty = "Nothing has been attempted yet."
    return Table("families", "Scores", header, tuple(rows), empty=empty)


def _tally_row(run: Run, title: str, tally: Tally, family: Family | None = None) -> Row:
    only = {"family": family.value} if family else {}
    unjudged = "" if tally.judged == tally.attempted else "Not every answer is judged yet."
    verdicts = (
        [
            share_cell(tally.strict, tally.judged, href=_episodes_href(run, **only, strict="yes")),
            share_cell(tally.lenient, tally.judged),
        ]
        if not unjudged
        else [unknown_cell(unjudged, CellKind.RATE)] * 2
    )
    cells = (
        text_cell(title),
        count_cell(tally.attempted, href=_episodes_href(run, **only)),
        *verdicts,
        share_cell(tally.within_budget, tally.attempted),
        share_cell(tally.abstained, tally.attempted),
        amount_cell(tally.mean_units, "No cost is known."),
    )
    return Row(cells, css="" if family else "is-total")


def failure_table(run: Run, counts: Mapping[str, int]) -> Table:
    """Why episodes failed, the first reason that holds."""
    header = (
        HeaderCell("stage", "Failed by"),
        HeaderCell("meaning", "Meaning", sortable=False),
        HeaderCell("episodes", "Episodes", numeric=True),
    )
    rows = tuple(
        Row(
            (
                text_cell(stage.value),
                text_cell(FAILURE_WORDS[stage]),
                count_cell(counts.get(stage, 0), _episodes_href(run, failure=stage.value)),
            )
        )
        for stage in FailureStage
    )
    return Table("failures", "Failures", header, rows)


FAILURE_WORDS = {
    FailureStage.BUDGET: "right, with evidence, but too dear",
    FailureStage.SELECTION: "the wrong class of actions for the task, or no evidence",
    FailureStage.EXECUTION: "the right class of actions, but a wrong answer",
}


def _episodes_href(run: Run, **filters: str) -> str:
    return f"{reverse('run-detail', args=[run.pk])}?{urlencode(filters)}#episodes"


def _cost_words(run: Run) -> str:
    if run.agent.track == "workspace":
        return "Execution proxy: 10 + 0.5 seconds + 10 modified files + 5 new files."
    return "Units of the ledger, by the bundle's prices."
