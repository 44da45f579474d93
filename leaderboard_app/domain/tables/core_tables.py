"""Core against Full as tables: agreement, sizes of smaller cores, and the two orders."""

from collections.abc import Iterator
from typing import Literal

from leaderboard_app.domain.meter.core_payload import (
    CoreRowPayload,
    ExpectedPayload,
    MeterCorePayload,
    SubsetPayload,
)
from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.tables.grid_cells import CONFIGURATION_HEADER
from leaderboard_app.domain.tables.headers import EvidenceHref, meter_header
from leaderboard_app.domain.tables.shifts import place_cell, shift_cell
from tasks_app.domain.cells import count_cell, score_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS, RANGE, amount_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

Agreement = Literal["spearman", "kendall"]
AGREEMENTS: tuple[Agreement, ...] = ("spearman", "kendall")
TASKS = "How many tasks the core has, as many of each stratum."


def agreement_table(core: SubsetPayload) -> Table:
    """How Core agrees with Full, beside what random subsets of its size come to."""
    return Table(
        key="agreement",
        caption="Agreement of Core with Full",
        header=(
            HeaderCell("measure", "Measure", sortable=False),
            HeaderCell("core", "Core", "Between the orders of both sets.", True, sortable=False),
            _unsorted("expected"),
            _unsorted("percentile"),
        ),
        rows=(*(_agreement_row(core, name) for name in AGREEMENTS), _shift_row(core)),
        note=f"{amount_text(core['random']['subsets'])} random subsets.",
    )


def _unsorted(key: str) -> HeaderCell:
    text = METER_TEXTS[key]
    return HeaderCell(key, text.header, text.explanation, numeric=True, sortable=False)


def _agreement_row(core: SubsetPayload, name: Agreement) -> Row:
    random = core["random"][name]
    return Row(
        (
            text_cell(METER_TEXTS[name].header),
            correlation_cell(core[name]),
            expected_cell(random),
            percentile_cell(random),
        )
    )


def _shift_row(core: SubsetPayload) -> Row:
    empty = Cell("")
    return Row(
        (
            text_cell(METER_TEXTS["largest_shift"].header),
            places_cell(core["largest_shift"]),
            empty,
            empty,
        )
    )


def sizes_table(board: MeterCorePayload) -> Table:
    """Smaller cores, and what random subsets of their sizes come to; the smallest first."""
    return Table(
        key="sizes",
        caption="Smaller cores",
        header=(
            HeaderCell("tasks", "Tasks", TASKS, numeric=True),
            meter_header("spearman"),
            _of("spearman", "expected", "Random: Spearman"),
            _of("spearman", "percentile", "Percentile"),
            meter_header("kendall"),
            _of("kendall", "expected", "Random: Kendall"),
            meter_header("largest_shift"),
        ),
        rows=tuple(map(_size_row, board["sizes"])),
        order=Order("tasks"),
        empty=board["sizes_reason"] or "",
    )


def _of(name: Agreement, key: str, text: str) -> HeaderCell:
    return HeaderCell(f"{name}_{key}", text, METER_TEXTS[key].explanation, numeric=True)


def _size_row(size: SubsetPayload) -> Row:
    spearman, kendall = (size["random"][name] for name in AGREEMENTS)
    return Row(
        (
            count_cell(size["tasks"]),
            correlation_cell(size["spearman"]),
            expected_cell(spearman),
            percentile_cell(spearman),
            correlation_cell(size["kendall"]),
            expected_cell(kendall),
            places_cell(size["largest_shift"]),
        ),
        key=str(size["tasks"]),
    )


def orders_table(board: MeterCorePayload, evidence: EvidenceHref) -> Table:
    """Each configuration by all tasks and by those of Core."""
    return Table(
        key="orders",
        caption="Configurations by Full and by Core",
        header=(
            CONFIGURATION_HEADER,
            meter_header("place", "Place by Full"),
            HeaderCell("full", "AMS on Full", METER_TEXTS["ams"].explanation, True),
            HeaderCell("core_place", "Place by Core", METER_TEXTS["place"].explanation, True),
            HeaderCell("core", "AMS on Core", METER_TEXTS["ams"].explanation, True),
            meter_header("shift"),
        ),
        rows=tuple(Row(tuple(_order_cells(board, row, evidence))) for row in board["rows"]),
        order=Order("place"),
    )


def _order_cells(
    board: MeterCorePayload, row: CoreRowPayload, evidence: EvidenceHref
) -> Iterator[Cell]:
    why = board["core_reason"] or ""
    yield text_cell(row["key"], href=evidence(row["agent"]["id"]))
    for order in (row["full"], row["core"]):
        yield place_cell(order["place"] if order else None, why)
        yield score_cell(order["ams"] if order else None, why)
    yield shift_cell(row["shift"], why)


def correlation_cell(number: NumberPayload) -> Cell:
    value = number["value"]
    if value is None:
        return unknown_cell(number.get("reason") or "")
    return Cell(correlation_text(value), value, CellKind.NUMBER)


def correlation_text(value: float) -> str:
    """-1 to 1, with three digits."""
    return f"{MINUS if value < 0 else ''}{abs(value):.3f}"


def expected_cell(found: ExpectedPayload) -> Cell:
    """The mean with the interval that holds 95 % of the subsets beneath."""
    mean = found["mean"]
    cell = correlation_cell(mean)
    if mean["low"] is None or mean["high"] is None:
        return cell
    interval = f"{correlation_text(mean['low'])} {RANGE} {correlation_text(mean['high'])}"
    return Cell(cell.text, cell.value, CellKind.NUMBER, note=interval)


def percentile_cell(found: ExpectedPayload) -> Cell:
    value = found["percentile"]["value"]
    if value is None:
        return unknown_cell(found["percentile"].get("reason") or "")
    return Cell(amount_text(round(value, 1)), value, CellKind.NUMBER)


def places_cell(number: NumberPayload) -> Cell:
    value = number["value"]
    return unknown_cell(number.get("reason") or "") if value is None else count_cell(int(value))
