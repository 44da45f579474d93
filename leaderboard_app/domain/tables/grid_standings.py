"""What stands behind the ranks of a grid: places by criterion, CLIs of a model, quality within
budgets."""

from collections.abc import Iterator

from leaderboard_app.domain.meter.payload import (
    AgentMeterPayload,
    CliAmsPayload,
    ConfigurationRowPayload,
    Criterion,
    ModelClisPayload,
)
from leaderboard_app.domain.meter.standings import CRITERIA
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_cells import (
    CONFIGURATION_HEADER,
    TEXT_OF,
    configuration_cell,
    title,
)
from leaderboard_app.domain.tables.headers import EvidenceHref, meter_header
from tasks_app.domain.cells import score_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import amount_text, dollars_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

SHIFT = "The difference between its best and its worst place."
ONE_CLI = "Only one CLI of this model has an AMS."
NO_CLI = "No CLI of this model has an AMS and every episode."


def places_table(board: AgentMeterPayload, evidence: EvidenceHref) -> Table:
    """The place of each configuration by each criterion, and how far it moves between them."""
    return Table(
        key="places",
        caption="Places by criterion",
        header=(
            CONFIGURATION_HEADER,
            *(HeaderCell(key, title(key), f"Place by {title(key)}.", True) for key in CRITERIA),
            HeaderCell("shift", "Moves by", SHIFT, numeric=True),
        ),
        rows=tuple(_places_row(board, row, evidence) for row in board["rows"]),
    ).sorted_by(Order("ams" if board["ranks"]["ams"] else "passes"))


def _places_row(
    board: AgentMeterPayload, row: ConfigurationRowPayload, evidence: EvidenceHref
) -> Row:
    places = [board["ranks"][criterion].get(row["key"]) for criterion in CRITERIA]
    known = [place for place in places if place is not None]
    cells = (
        _place_cell(row, place, criterion)
        for criterion, place in zip(CRITERIA, places, strict=True)
    )
    shift = (
        Cell(str(max(known) - min(known)), max(known) - min(known), CellKind.NUMBER)
        if len(known) > 1
        else unknown_cell("It has a place by fewer than two criteria.")
    )
    return Row((configuration_cell(row, evidence), *cells, shift))


def _place_cell(row: ConfigurationRowPayload, place: int | None, criterion: Criterion) -> Cell:
    value = row[criterion]["value"]
    if place is None or value is None:
        reason = row[criterion].get("reason") or row["unranked_reason"]
        return unknown_cell(reason or "The figure is unknown.")
    css = "is-first" if place == 1 else ""
    return Cell(str(place), place, CellKind.NUMBER, note=TEXT_OF[criterion](value), css=css)


def clis_table(board: AgentMeterPayload) -> Table:
    """Best and worst CLI of each model: what the choice of a CLI is worth."""
    return Table(
        key="clis",
        caption="The best and the worst CLI of each model",
        header=(
            HeaderCell("model", "Model"),
            HeaderCell("best", "Best CLI", "By AMS, among complete configurations."),
            HeaderCell("best_ams", "Its AMS", numeric=True),
            HeaderCell("worst", "Worst CLI", "By AMS, among complete configurations."),
            HeaderCell("worst_ams", "Its AMS", numeric=True),
            meter_header("spread"),
        ),
        rows=tuple(_clis_row(one) for one in board["clis_by_model"]),
        empty="No model has an AMS yet.",
    )


def _clis_row(one: ModelClisPayload) -> Row:
    reason = ONE_CLI if one["best"] else NO_CLI
    return Row(
        (
            text_cell(one["model"]),
            *_cli_cells(one["best"], reason),
            *_cli_cells(one["worst"], reason),
            score_cell(one["spread"], reason),
        )
    )


def _cli_cells(found: CliAmsPayload | None, reason: str) -> Iterator[Cell]:
    if found is None:
        yield unknown_cell(reason, CellKind.TEXT)
        yield unknown_cell(reason)
    else:
        yield text_cell(found["cli"])
        yield score_cell(found["ams"])


def curve_table(board: AgentMeterPayload, stratum: Stratum, evidence: EvidenceHref) -> Table:
    """Quality of each configuration within each budget of a stratum; AUBQC is the mean."""
    curve = board["curves"][stratum.value]
    return Table(
        key=f"curve-{stratum}",
        caption=f"Mean reward within each budget, {stratum} tasks",
        header=(
            CONFIGURATION_HEADER,
            *(
                HeaderCell(f"budget_{place}", dollars_text(budget), _budget_text(share), True)
                for place, (budget, share) in enumerate(
                    zip(curve["budgets"], curve["percentiles"], strict=True)
                )
            ),
            meter_header("aubqc"),
        ),
        rows=tuple(_curve_row(board, row, stratum, evidence) for row in board["rows"]),
    )


def _budget_text(percentile: float) -> str:
    return f"{amount_text(percentile)} % of the rewarded reference episodes cost at most this much."


def _curve_row(
    board: AgentMeterPayload,
    row: ConfigurationRowPayload,
    stratum: Stratum,
    evidence: EvidenceHref,
) -> Row:
    curve = board["curves"][stratum.value]
    values = curve["by_key"].get(row["key"])
    area = row["strata"][stratum.value]["aubqc"]
    reason = area.get("reason") or "Not known."
    quality = values if values is not None else [None] * len(curve["budgets"])
    return Row(
        (
            configuration_cell(row, evidence),
            *(score_cell(value, reason) for value in quality),
            score_cell(area["value"], reason),
        )
    )
