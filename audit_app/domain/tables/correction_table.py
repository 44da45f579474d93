"""The audited runs, judged and corrected side by side."""

from collections.abc import Sequence

from audit_app.domain.audit_text import AUDIT_TEXTS
from audit_app.domain.corrected_runs import CorrectedRun
from audit_app.domain.correction import FIGURES
from audit_app.domain.quantity import Quantity
from tasks_app.domain.cells import rate_cell, text_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

TITLES = {"accuracy": "Lenient", "strict": "Micro", "up": "Up", "save": "Save", "econ": "Econ"}
NO_TASKS = "The bundle has no task of one of the groups."


def correction_table(runs: Sequence[CorrectedRun]) -> Table:
    """One row a run: each figure by the judge, then as people would have judged it."""
    header = [HeaderCell("run", "Run")]
    for name in FIGURES:
        text = AUDIT_TEXTS[f"corrected_{name}"]
        header.append(HeaderCell(name, TITLES[name], "By the judge.", numeric=True))
        header.append(HeaderCell(text.key, text.header, text.explanation, numeric=True))
    return Table(
        key="corrected",
        caption="Runs, judged and corrected",
        header=tuple(header),
        rows=tuple(map(_row, runs)),
        empty="There is no run to correct: the labels were made elsewhere.",
    )


def _row(run: CorrectedRun) -> Row:
    cells = [text_cell(run.title)]
    for name in FIGURES:
        cells.append(_judged(run.judged.get(name)))
        cells.append(_corrected(run.figures[name]))
    return Row(tuple(cells))


def _judged(value: float | None) -> Cell:
    return unknown_cell(NO_TASKS) if value is None else rate_cell({"value": value})


def _corrected(found: Quantity) -> Cell:
    if found.value is None:
        return unknown_cell(found.reason)
    rate = {"value": found.value, "low": found.low, "high": found.high}
    return rate_cell(rate, kind=CellKind.INTERVAL)
