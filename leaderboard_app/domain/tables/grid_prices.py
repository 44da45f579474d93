"""What the configurations of a grid cost under two pricings, beside each other."""

from collections.abc import Iterator, Sequence

from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.meter.price_comparison import PricedTwice
from tasks_app.domain.cells import count_cell, dollars_cell, score_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS, amount_text, dollars_text, rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table

COMPARED = "Over the episodes that both know the cost of."
NOT_COMPARED = "No episode has a cost by both."


def priced_twice_table(found: Sequence[PricedTwice], names: tuple[str, str]) -> Table:
    """``names``: what the old and the new prices are called."""
    old, new = names
    changed = [one for one in found if one.costs.change != 0 or one.costs.unknown_new]
    return Table(
        key="priced",
        caption=f"USD {old} against USD {new}",
        header=(
            HeaderCell("configuration", "Configuration"),
            HeaderCell("old", f"USD {old}", COMPARED, numeric=True),
            HeaderCell("new", f"USD {new}", COMPARED, numeric=True),
            HeaderCell("change", "Change", "New - old, and as a share of old.", numeric=True),
            HeaderCell("unknown", "No cost", "Episodes that the new prices leave open.", True),
            HeaderCell("old_per_pass", "USD per pass, old", "All episodes over passes.", True),
            HeaderCell("new_per_pass", "USD per pass, new", "All episodes over passes.", True),
            HeaderCell("old_ams", "AMS, old", "With its place by value.", numeric=True),
            HeaderCell("new_ams", "AMS, new", "Under the same frozen calibration.", numeric=True),
        ),
        rows=tuple(Row(tuple(_cells(one))) for one in changed),
        note=_same_note(len(found) - len(changed)),
        empty="Both prices give every episode the same cost.",
    ).sorted_by(Order("change", descending=True))


def _same_note(count: int) -> str:
    if not count:
        return ""
    return f"Left out: {count} of the configurations, whose episodes cost the same by both."


def _cells(one: PricedTwice) -> Iterator[Cell]:
    costs = one.costs
    yield text_cell(one.old.key)
    yield dollars_cell(costs.old, costs.reason or NOT_COMPARED)
    yield dollars_cell(costs.new, costs.reason or NOT_COMPARED)
    yield _change_cell(one)
    yield count_cell(costs.unknown_new)
    yield _per_pass(one.old.tally.usd_per_pass)
    yield _per_pass(one.new.tally.usd_per_pass)
    yield _ams_cell(one.old.ams, one.places[0])
    yield _ams_cell(one.new.ams, one.places[1])


def _change_cell(one: PricedTwice) -> Cell:
    change, ratio = one.costs.change, one.costs.ratio
    if change is None:
        return unknown_cell(one.costs.reason or NOT_COMPARED)
    sign = "+" if change > 0 else ""
    note = "" if ratio is None else _percent(ratio - 1)
    return Cell(sign + dollars_text(change), change, CellKind.NUMBER, note=note)


def _percent(share: float) -> str:
    sign = "+" if share > 0 else MINUS if share < 0 else ""
    return sign + rate_text(abs(share))


def _per_pass(number: Number) -> Cell:
    return dollars_cell(number.value, number.reason)


def _ams_cell(number: Number, place: int | None) -> Cell:
    cell = score_cell(number.value, number.reason)
    if number.value is None or place is None:
        return cell
    return Cell(cell.text, cell.value, CellKind.NUMBER, note=f"place {amount_text(place)}")
