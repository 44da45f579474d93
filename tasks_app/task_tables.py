"""The tables of the task pages."""

from django.urls import reverse

from tasks_app.domain.cells import code_cell, count_cell, text_cell, units_cell
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.domain.table import Cell, HeaderCell, Order, Row, Table
from tasks_app.domain.task_spec import AgentView, Oracle, TaskSpec
from tasks_app.models import Task
from tasks_app.queries import BundleRow
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "tasks",
    {"position": "position", "task": "task_id", "family": "family", "question": "asked"},
    default=Order("position"),
)
SHOWN_CHARACTERS = 160


def task_table(bundle: BundleRow, page: ListPage[Task]) -> Table:
    """One row a task: what is asked, and in which family or sets."""
    header = (
        HeaderCell("task", "Task", "Its id: a hash that tells nothing of family or source."),
        HeaderCell("position", "No.", "Its place in the bundle.", numeric=True),
        HeaderCell("family", "Family")
        if bundle.kind == "economic"
        else HeaderCell("sets", "Sets", "The task sets that it is in.", sortable=False),
        HeaderCell("question", "Question" if bundle.kind == "economic" else "Instruction"),
    )
    rows = tuple(_task_row(bundle, task) for task in page.rows)
    empty = "No task of the bundle is like that."
    return Table("tasks", "Tasks", header, rows, empty=empty, order=page.order, is_page=True)


def _task_row(bundle: BundleRow, task: Task) -> Row:
    asked: str = task.asked or ""  # type: ignore[attr-defined]
    shown = asked if len(asked) <= SHOWN_CHARACTERS else asked[:SHOWN_CHARACTERS].rstrip() + " …"
    cells = (
        code_cell(task.task_id, reverse("task-detail", args=[bundle.ref, task.task_id])),
        count_cell(task.position + 1),
        text_cell(_group(task)),
        text_cell(shown, css="wide"),
    )
    return Row(cells)


def _group(task: Task) -> str:
    """A task's family, or the sets of a meter task."""
    if task.family:
        return FAMILY_TITLES[Family(task.family)]
    return ", ".join(task.sets or ())  # type: ignore[attr-defined]


def tool_table(task: AgentView) -> Table:
    """What the agent may do, and what it costs."""
    header = (HeaderCell("action", "Action"), HeaderCell("price", "Price", numeric=True))
    rows = (Row((code_cell(action), units_cell(units))) for action, units in task.tools.items())
    table = Table("tools", "Tools offered", header, tuple(rows))
    return table.sorted_by(Order("price"))


def trace_table(oracle: Oracle) -> Table:
    """The two reference paths and their costs."""
    header = (
        HeaderCell("trace", "Trace"),
        HeaderCell("actions", "Actions"),
        HeaderCell("units", "Units", numeric=True),
    )
    traces = (("canonical", oracle.canonical), ("contrast", oracle.contrast))
    rows = (
        Row((text_cell(name), code_cell(", ".join(trace.actions)), units_cell(trace.units)))
        for name, trace in traces
    )
    return Table("traces", "Reference traces", header, tuple(rows))


def document_table(task: TaskSpec) -> Table:
    """Every document of the task with the surface on which it can be reached."""
    header = (
        HeaderCell("document", "Document"),
        HeaderCell("title", "Title"),
        HeaderCell("surface", "Surface", "Given, by search, or by deep research only."),
        HeaderCell("supports", "Supports the answer"),
    )
    rows = (
        Row(
            (
                code_cell(document.doc_id),
                text_cell(document.title),
                text_cell(document.surface.value),
                _support_cell(document.doc_id in task.oracle.support),
            )
        )
        for document in task.documents
    )
    return Table("documents", "Documents", header, tuple(rows))


def _support_cell(supports: bool) -> Cell:
    return text_cell("yes" if supports else "no")
