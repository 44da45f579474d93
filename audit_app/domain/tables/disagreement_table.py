"""The items on which people contradict the judge or one another."""

from collections.abc import Callable, Iterable

from audit_app.domain.audited import AuditedItem
from audit_app.domain.tables.audit_tables import family_title
from tasks_app.domain.cells import code_cell, mark_cell, text_cell, unknown_cell
from tasks_app.domain.table import CellKind, HeaderCell, Row, Table


def disagreement_table(items: Iterable[AuditedItem], href: Callable[[str], str]) -> Table:
    """One row an item; ``href`` leads from its id to both sides of it."""
    header = (
        HeaderCell("item", "Item"),
        HeaderCell("task", "Task"),
        HeaderCell("family", "Family"),
        HeaderCell("agent", "Agent"),
        HeaderCell("judge", "Judge"),
        HeaderCell("people", "People", "Their labels, the first reviewer's first."),
        HeaderCell("adjudicated", "Adjudicated", "A third decision, beside the labels."),
        HeaderCell("mentions", "Names a model", "The answer does, so it was perhaps not blind."),
    )
    rows = tuple(_row(item, href(item.item_id)) for item in items)
    return Table("disagreements", "Disagreements", header, rows, empty="There is none.")


def _row(item: AuditedItem, href: str) -> Row:
    said = ", ".join(str(label.decision) for label in item.labels)
    third = item.adjudicated
    cells = (
        code_cell(item.item_id[:8], href=href),
        code_cell(item.task_id),
        text_cell(family_title(item.cell.family)),
        text_cell(item.agent),
        text_cell(str(item.cell.verdict or "none")),
        text_cell(said),
        text_cell(str(third)) if third else unknown_cell("Not adjudicated.", CellKind.TEXT),
        mark_cell(item.mentions_model),
    )
    return Row(cells)
