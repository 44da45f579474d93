"""The items on which people contradict the judge or one another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from audit_app.domain.audited import AuditedItem
from audit_app.domain.cells import family_title
from tasks_app.domain.cells import code_cell, mark_cell, text_cell, unknown_cell
from tasks_app.domain.table import CellKind, HeaderCell, Row, Table

ON_A_PAGE = 200


@dataclass(frozen=True)
class DisagreementPage:
    """Some of the disagreements; ``number`` is from 1 to ``count``."""

    number: int
    count: int
    items: Sequence[AuditedItem]
    total: int

    @classmethod
    def of(cls, items: Sequence[AuditedItem], asked: str) -> "DisagreementPage":
        """The page that is asked for, or the nearest that there is."""
        count = max(1, -(-len(items) // ON_A_PAGE))
        number = min(max(int(asked), 1), count) if asked.isdecimal() and len(asked) < 9 else 1
        start = (number - 1) * ON_A_PAGE
        return cls(number, count, items[start : start + ON_A_PAGE], len(items))

    @property
    def note(self) -> str:
        if self.count == 1:
            return ""
        first = (self.number - 1) * ON_A_PAGE + 1
        last = first + len(self.items) - 1
        return f"{first} to {last} of {self.total}, in the order in which they were handed out."


def disagreement_table(page: DisagreementPage, href: Callable[[str], str]) -> Table:
    """One row an item; ``href`` leads from its id to both sides of it. Only a table that shows
    all can be sorted."""
    header: tuple[HeaderCell, ...] = (
        HeaderCell("item", "Item"),
        HeaderCell("task", "Task"),
        HeaderCell("family", "Family"),
        HeaderCell("agent", "Agent"),
        HeaderCell("judge", "Judge"),
        HeaderCell("people", "People", "Their labels, the first reviewer's first."),
        HeaderCell("adjudicated", "Adjudicated", "A third decision, beside the labels."),
        HeaderCell("mentions", "Names a model", "The answer does, so it was perhaps not blind."),
    )
    if page.count > 1:
        header = tuple(replace(head, sortable=False) for head in header)
    rows = tuple(_row(item, href(item.item_id)) for item in page.items)
    caption, none = "Disagreements", "There is none."
    return Table("disagreements", caption, header, rows, note=page.note, empty=none)


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
