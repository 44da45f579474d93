"""Conditions of AgentMeter-Opt as tables: over all configurations, and one by one."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from leaderboard_app.domain.meter.descriptions_payload import (
    ConditionCellPayload,
    ConditionPayload,
    DescriptionRowPayload,
    MeterDescriptionsPayload,
)
from leaderboard_app.domain.meter.grid_conditions import CONDITION_TITLES, Condition
from leaderboard_app.domain.meter.metric_texts import METER_TEXTS
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.tables.core_tables import correlation_cell, places_cell
from leaderboard_app.domain.tables.description_answer import joined
from leaderboard_app.domain.tables.grid_cells import CONFIGURATION_HEADER, score_number_cell
from leaderboard_app.domain.tables.headers import meter_header
from leaderboard_app.domain.tables.shifts import place_cell, shift_cell, shift_text
from tasks_app.domain.cells import heat_class, rate_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS, RANGE, score_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

ConditionHref = Callable[[int, str], str]
"""``(agent_id, condition) -> URL`` of the episodes behind a cell; blank where there are none."""

NOBODY = "Nobody is whole under this condition."
NO_ROW = "No configuration has a public run under another wording here yet."


def conditions_table(board: MeterDescriptionsPayload) -> Table:
    """Each condition over all configurations, and how its order agrees with that of Original."""
    header = (
        HeaderCell("condition", "Condition", "What each configuration is given to read."),
        *map(meter_header, ("macro_ams", "ams_change", "macro_reward", "reward_change")),
        *map(meter_header, ("spearman", "kendall", "largest_shift")),
        HeaderCell("first", "First", "Who has the highest AMS; equal ones all do."),
    )
    return Table(
        key="conditions",
        caption="Conditions, in the mean over configurations",
        header=tuple(replace(one, sortable=False) for one in header),
        rows=tuple(Row(tuple(_condition_cells(one))) for one in board["conditions"]),
        note="Changes, correlations and shifts are against Original.",
    )


def _condition_cells(one: ConditionPayload) -> Iterator[Cell]:
    yield _condition_cell(one["condition"])
    yield replace(score_number_cell(one["macro_ams"]), low=None, high=None)
    yield change_cell(one["macro_ams_change"])
    yield score_number_cell(one["macro_reward"])
    yield change_cell(one["macro_reward_change"])
    yield correlation_cell(one["spearman"])
    yield correlation_cell(one["kendall"])
    yield places_cell(one["largest_shift"])
    yield text_cell(joined(one["leaders"])) if one["leaders"] else unknown_cell(NOBODY)


def matrix_table(board: MeterDescriptionsPayload, href: ConditionHref) -> Table:
    """Configurations by conditions: AMS, with the place and its change beneath. The stronger the
    colour of a cell, the higher its AMS among all."""
    names = [one["condition"] for one in board["conditions"]]
    values = [cell["ams"]["value"] for row in board["rows"] for cell in row["conditions"].values()]
    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def shade(value: float) -> float:
        return 1.0 if low == high else (value - low) / (high - low)

    table = Table(
        key="matrix",
        caption="AMS by condition",
        header=(
            CONFIGURATION_HEADER,
            *(meter_header(name, CONDITION_TITLES[Condition(name)]) for name in names),
        ),
        rows=tuple(
            Row((_who(row), *(_matrix_cell(row, name, href, shade) for name in names)))
            for row in board["rows"]
        ),
        note="Beneath each AMS stand its place and how far that is from the place under Original. "
        "The stronger its colour, the higher it is; a dash says why there is none.",
        empty=NO_ROW,
    )
    return table.sorted_by(Order(Condition.ORIGINAL.value, descending=True))


def _matrix_cell(
    row: DescriptionRowPayload, name: str, href: ConditionHref, shade: Callable[[float], float]
) -> Cell:
    cell = row["conditions"][name]
    value = cell["ams"]["value"]
    if value is None:
        return unknown_cell(cell["ams"].get("reason") or "Not known.")
    return Cell(
        score_text(value),
        value,
        CellKind.NUMBER,
        href=href(row["agent"]["id"], name),
        note=_standing(cell),
        css=heat_class(shade(value)),
    )


def _standing(cell: ConditionCellPayload) -> str:
    if cell["place"] is None:
        return "some missing"
    shift = "" if cell["shift"] is None else f", {shift_text(cell['shift'])}"
    return f"place {cell['place']}{shift}"


def numbers_table(board: MeterDescriptionsPayload, href: ConditionHref) -> Table:
    """A line for each configuration and condition, with everything that is known of it."""
    return Table(
        key="numbers",
        caption="Every configuration under every condition",
        header=(
            CONFIGURATION_HEADER,
            HeaderCell("condition", "Condition"),
            *map(meter_header, ("ams", "ams_change", "reward", "reward_change")),
            *map(meter_header, ("place", "shift", "coverage")),
        ),
        rows=tuple(
            Row((_who(row), *_numbers(row, one["condition"], href)))
            for row in board["rows"]
            for one in board["conditions"]
        ),
        empty=NO_ROW,
    )


def _numbers(row: DescriptionRowPayload, name: str, href: ConditionHref) -> Iterator[Cell]:
    cell = row["conditions"][name]
    yield _condition_cell(name)
    yield score_number_cell(cell["ams"], href(row["agent"]["id"], name))
    yield change_cell(cell["ams_change"])
    yield score_number_cell(cell["reward"])
    yield change_cell(cell["reward_change"])
    yield place_cell(cell["place"], cell["unplaced_reason"] or "")
    yield shift_cell(cell["shift"], cell["ams_change"].get("reason") or "It has no place in both.")
    yield rate_cell(cell["coverage"])


def _who(row: DescriptionRowPayload) -> Cell:
    return text_cell(row["key"], note="a source" if row["is_source"] else "no source")


def _condition_cell(name: str) -> Cell:
    return text_cell(METER_TEXTS[name].header)


def change_cell(number: NumberPayload) -> Cell:
    """A difference with its sign, and its interval beneath."""
    value, low, high = number["value"], number["low"], number["high"]
    if value is None:
        return unknown_cell(number.get("reason") or "Not known.")
    known = low is not None and high is not None
    note = f"{signed_text(low or 0)} {RANGE} {signed_text(high or 0)}" if known else ""
    return Cell(signed_text(value), value, CellKind.NUMBER, note=note)


def signed_text(value: float) -> str:
    """0.05 -> ``+0.050``; -0.05 with a minus sign; what rounds to 0 is ``0.000``."""
    text = score_text(abs(value))
    if not float(text):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"
