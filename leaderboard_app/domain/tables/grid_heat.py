"""Models x CLIs as a heat map of one criterion: a table, so that it is read as well as seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import log

from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    ConfigurationRowPayload,
    Criterion,
)
from leaderboard_app.domain.meter.standings import SIGNS
from leaderboard_app.domain.tables.grid_cells import criterion_cell, title
from leaderboard_app.domain.tables.headers import EvidenceHref
from tasks_app.domain.cells import heat_class, text_cell, unknown_cell
from tasks_app.domain.numbers import UNKNOWN
from tasks_app.domain.table import Cell, HeaderCell, Row, Table

NOBODY = "Nobody has a public run of this model in this CLI here."
LOGARITHMIC: tuple[Criterion, ...] = ("usd_per_pass", "tokens_per_pass")
"""Amounts that differ by orders of magnitude."""

Shade = Callable[[float], float]


def heat_map(board: AgentMeterPayload, criterion: Criterion, evidence: EvidenceHref) -> Table:
    """A row for each model, a column for each CLI; the stronger its colour, the better a cell."""
    shade, placed = shading(board, criterion), board["ranks"][criterion]
    found = {(row["model"], row["cli"]): row for row in board["rows"]}
    rows = tuple(
        Row(
            (
                text_cell(model),
                *(
                    _cell(board, found.get((model, cli)), criterion, shade, evidence)
                    for cli in board["clis"]
                ),
            )
        )
        for model in board["models"]
    )
    return Table(
        key="heat",
        caption=f"{title(criterion)}, and place among {len(placed)}",
        header=tuple(_header(board["clis"])),
        rows=rows,
        note=_note(criterion, rows),
        empty="No configuration has a public run here yet.",
    )


def _header(clis: Sequence[str]) -> Iterator[HeaderCell]:
    yield HeaderCell("model", "Model", sortable=False)
    for place, cli in enumerate(clis):
        yield HeaderCell(f"cli_{place}", cli, numeric=True, sortable=False)


def shading(board: AgentMeterPayload, criterion: Criterion) -> Shade:
    """Where a value lies between the worst (0) and the best (1) of the grid; 1 where all are
    equal. Amounts that differ by orders of magnitude by their logarithm."""
    scale = _log if criterion in LOGARITHMIC else float
    values = [row[criterion]["value"] for row in board["rows"]]
    known = [SIGNS[criterion] * scale(value) for value in values if value is not None]
    worst, best = min(known, default=0.0), max(known, default=0.0)
    if worst == best:
        return lambda _: 1.0
    return lambda value: (SIGNS[criterion] * scale(value) - worst) / (best - worst)


def _log(amount: float) -> float:
    """Of an amount from 0 up, to the millionth: what costs nothing is the best, not undefined."""
    return log(max(amount, 1e-6))


def _note(criterion: Criterion, rows: Sequence[Row]) -> str:
    more = "less" if SIGNS[criterion] < 0 else "more"
    scale = ", on a logarithmic scale" if criterion in LOGARITHMIC else ""
    has_dash = any(cell.text == UNKNOWN for row in rows for cell in row.cells)
    return (
        f"The stronger its colour, the better a cell: {more} is better, from the worst to the "
        f"best of these{scale}."
    ) + (" Point at a dash, or have it read out, to learn why." if has_dash else "")


def _cell(
    board: AgentMeterPayload,
    row: ConfigurationRowPayload | None,
    criterion: Criterion,
    shade: Shade,
    evidence: EvidenceHref,
) -> Cell:
    if row is None:
        return unknown_cell(NOBODY)
    cell = criterion_cell(row, criterion, evidence)
    if not isinstance(cell.value, float | int):
        return cell
    places: Mapping[str, int] = board["ranks"][criterion]
    place = places.get(row["key"])
    note = f"place {place}" if place else f"{row['missing']['total']} missing"
    css = heat_class(shade(cell.value)) + (" is-first" if place == 1 else "")
    return replace(cell, note=note, css=css, low=None, high=None)
