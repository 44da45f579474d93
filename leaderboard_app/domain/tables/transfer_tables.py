"""The transfer matrix, the first places of Adapted-1, and the sources, as tables."""

from collections.abc import Callable

from leaderboard_app.domain.meter.descriptions_payload import (
    DescriptionRowPayload,
    MeterDescriptionsPayload,
    TransferPayload,
)
from leaderboard_app.domain.payload import RatePayload
from leaderboard_app.domain.tables.description_tables import change_cell
from leaderboard_app.domain.tables.grid_cells import CONFIGURATION_HEADER, score_number_cell
from leaderboard_app.domain.tables.headers import meter_header
from leaderboard_app.domain.tables.shifts import place_cell
from tasks_app.domain.cells import count_cell, heat_class, rate_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS, dollars_text, fraction_text, rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

NO_SOURCE = "No task has a description of a source yet."
SOURCE_HEADER = HeaderCell("source", "Made from", "Whose trajectories the descriptions come of.")


def transfer_matrix(board: MeterDescriptionsPayload) -> Table:
    """Sources by targets: the effective share of each; own descriptions are named so."""
    targets = [row["key"] for row in board["rows"]]
    headers = (
        HeaderCell(f"target_{place}", key, numeric=True, sortable=False)
        for place, key in enumerate(targets)
    )
    found = {(one["source"], one["target"]): one for one in board["transfers"]}
    return Table(
        key="transfers",
        caption="Effective share",
        header=(HeaderCell("source", "Made from", sortable=False), *headers),
        rows=tuple(
            Row((text_cell(name), *(_matrix_cell(found[name, key]) for key in targets)))
            for name in (source["key"] for source in board["sources"])
        ),
        note="Of the tasks that can be compared, those on which reward rises, or stays while cost "
        "falls. Rows are sources, columns those who were given their descriptions; the stronger "
        "its colour, the larger a share.",
        empty=NO_SOURCE,
    )


def _matrix_cell(one: TransferPayload) -> Cell:
    effective = one["effective"]
    if effective["value"] is None:
        return unknown_cell(effective.get("reason") or "Not known.")
    count = fraction_text(effective["numerator"] or 0, effective["denominator"] or 0)
    return Cell(
        rate_text(effective["value"]),
        effective["value"],
        CellKind.NUMBER,
        note=f"{count} · own" if one["is_own"] else count,
        css=heat_class(effective["value"]),
    )


def transfer_numbers(board: MeterDescriptionsPayload) -> Table:
    """A line for each source and target."""
    return Table(
        key="transfer-numbers",
        caption="Every transfer",
        header=(
            SOURCE_HEADER,
            HeaderCell("target", "Given to"),
            meter_header("effective"),
            HeaderCell("rises", "Reward rises", "Tasks on which reward rises.", True),
            HeaderCell(
                "cheaper", "Only cheaper", "Tasks on which reward stays and cost falls.", True
            ),
            HeaderCell("unknown", "Unknown", "Tasks that cannot be compared.", True),
            HeaderCell("kept", "Original kept", "Tasks with no other description.", True),
            meter_header("reward_change"),
            HeaderCell("cost_change", "Cost change", "USD a task, in the mean.", True),
            meter_header("ams", "AMS on these"),
        ),
        rows=tuple(map(_transfer_row, board["transfers"])),
        empty=NO_SOURCE,
    )


def _transfer_row(one: TransferPayload) -> Row:
    target = text_cell(one["target"], note="its own" if one["is_own"] else "")
    counts = (count_cell(one["rises"]), count_cell(one["cheaper"]))
    left = (count_cell(one["unknown"]), count_cell(one["kept"]))
    return Row(
        (
            text_cell(one["source"]),
            target,
            rate_cell(one["effective"]),
            *counts,
            *left,
            change_cell(one["reward_change"]),
            _dollars_change(one),
            score_number_cell(one["ams"]),
        )
    )


def _dollars_change(one: TransferPayload) -> Cell:
    value = one["cost_change"]["value"]
    if value is None:
        return unknown_cell(one["cost_change"].get("reason") or "Not known.")
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return Cell(f"{sign}{dollars_text(abs(value))}", value, CellKind.NUMBER)


def firsts_table(board: MeterDescriptionsPayload) -> Table:
    """How often each configuration is first in the assignments of Adapted-1."""
    shares = {one["key"]: one["share"] for one in (board["adapted"] or {"firsts": []})["firsts"]}
    table = Table(
        key="firsts",
        caption="First places under random wordings",
        header=(
            CONFIGURATION_HEADER,
            meter_header("first_share"),
            meter_header("place", "Place under Original"),
        ),
        rows=tuple(
            _first_row(row, shares[row["key"]]) for row in board["rows"] if row["key"] in shares
        ),
    )
    return table.sorted_by(Order("first_share", descending=True))


def _first_row(row: DescriptionRowPayload, share: RatePayload) -> Row:
    original = row["conditions"]["original"]
    place = place_cell(original["place"], original["unplaced_reason"] or "")
    return Row((text_cell(row["key"]), rate_cell(share), place))


def sources_table(board: MeterDescriptionsPayload, href: Callable[[str], str]) -> Table:
    """Whose trajectories descriptions were made from; ``href(source)``: its descriptions."""
    return Table(
        key="sources",
        caption="Sources of descriptions",
        header=(
            SOURCE_HEADER,
            HeaderCell("tasks", "Tasks", "With a description of this source.", True),
            HeaderCell("kept", "Original kept", "Where no candidate was better.", True),
            HeaderCell("target", "Tried them", "Whether it has runs under other wordings itself."),
        ),
        rows=tuple(
            Row(
                (
                    text_cell(source["key"], href=href(source["key"])),
                    count_cell(source["tasks"]),
                    count_cell(source["kept"]),
                    text_cell("yes" if source["is_target"] else "no"),
                )
            )
            for source in board["sources"]
        ),
        empty=NO_SOURCE,
    )
