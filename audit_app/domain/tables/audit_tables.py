"""Audits, and the cells that one was drawn from."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from audit_app.domain.blinding import Progress
from audit_app.domain.cells import family_title
from audit_app.domain.design import AuditKind
from tasks_app.domain.cells import count_cell, rate_cell, share_cell, text_cell, time_cell
from tasks_app.domain.table import HeaderCell, Order, Row, Table


class ListedAudit(Protocol):
    """What a list of audits shows of each."""

    @property
    def id(self) -> UUID: ...
    @property
    def title(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def progress(self) -> Progress: ...
    @property
    def mine(self) -> int: ...


AUDITS_HEADER = (
    HeaderCell("audit", "Audit"),
    HeaderCell("status", "Status", "A closed audit has a report; an open one has none."),
    HeaderCell("kind", "Kind", "What people look at, or that labels were imported."),
    HeaderCell("progress", "Labelled", "Readings made, of all that are planned.", True),
    HeaderCell("mine", "By you", "Items that you have labelled.", True),
    HeaderCell("opened", "Opened (UTC)"),
)
CELLS_HEADER = (
    HeaderCell("family", "Family", sortable=False),
    HeaderCell("verdict", "Verdict", sortable=False),
    HeaderCell("population", "Answers", "All that may be drawn.", True, sortable=False),
    HeaderCell("drawn", "Drawn", "As even as the cells allow.", True, sortable=False),
    HeaderCell("inclusion", "Probability", "That an answer of the cell is drawn.", True, False),
)
TASKS_HEADER = (
    CELLS_HEADER[0],
    HeaderCell("population", "Tasks", "All of the bundle.", True, sortable=False),
    HeaderCell("drawn", "Drawn", "As even as the families allow.", True, sortable=False),
    HeaderCell("inclusion", "Probability", "That a task is drawn.", True, sortable=False),
)
NO_ANSWER = "These runs hold no answer with a verdict of this judge."
NO_TASK = "The bundle has no task of these families."
KINDS = {
    AuditKind.ANSWERS: "answers of runs",
    AuditKind.REALISM: "realism of tasks",
    AuditKind.IMPORTED: "imported labels",
}


def audits_table(rows: Iterable[ListedAudit], href: Callable[[UUID], str]) -> Table:
    """One row an audit, the newest first."""
    return Table(
        key="audits",
        caption="Audits",
        header=AUDITS_HEADER,
        rows=tuple(
            Row(
                (
                    text_cell(row.title, href=href(row.id)),
                    text_cell(row.status),
                    text_cell(KINDS[AuditKind(row.kind)]),
                    share_cell(row.progress.done, row.progress.total, "It has no item."),
                    count_cell(row.mine),
                    time_cell(row.created_at),
                )
            )
            for row in rows
        ),
        empty="There is no audit yet: a maintainer opens one over the answers of scored runs.",
        order=Order("opened", descending=True),
    )


def cells_table(cells: Iterable[Mapping[str, Any]], kind: str = AuditKind.ANSWERS) -> Table:
    """Cells {family, verdict, population, drawn, inclusion} with their sum; those of a review of
    tasks have no verdict."""
    cells = list(cells)
    of_tasks = kind == AuditKind.REALISM
    rows = [_cell_row(cell, of_tasks) for cell in cells]
    if rows:
        drawn = sum(cell["drawn"] for cell in cells)
        population = sum(cell["population"] for cell in cells)
        total = (
            text_cell("All families" if of_tasks else "All cells"),
            *(() if of_tasks else (text_cell(""),)),
            count_cell(population),
            count_cell(drawn),
            share_cell(drawn, population),
        )
        rows.append(Row(total, css="is-total"))
    return Table(
        key="cells",
        caption="Tasks by family" if of_tasks else "Cells: family by verdict of the judge",
        header=TASKS_HEADER if of_tasks else CELLS_HEADER,
        rows=tuple(rows),
        empty=NO_TASK if of_tasks else NO_ANSWER,
    )


def _cell_row(cell: Mapping[str, Any], of_tasks: bool) -> Row:
    return Row(
        (
            text_cell(family_title(cell["family"])),
            *(() if of_tasks else (text_cell(str(cell["verdict"] or "none")),)),
            count_cell(cell["population"]),
            count_cell(cell["drawn"]),
            rate_cell({"value": cell["inclusion"]}),
        )
    )
