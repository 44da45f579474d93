"""The tables of the price pages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.urls import reverse

from tasks_app.domain.cells import (
    code_cell,
    count_cell,
    text_cell,
    time_cell,
    unknown_cell,
)
from tasks_app.domain.numbers import count_text
from tasks_app.domain.price_book import ModelPrice, Rate
from tasks_app.domain.price_book_changes import PriceChange, RateChange
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Order, Row, Table
from tasks_app.models import ModelPrice as PriceRecord
from tasks_app.queries import PriceBookRow
from tasks_app.web.keyset import Listing, ListPage

LISTING = Listing(
    "prices",
    {
        "model": "model",
        "provider": "provider",
        "input": "input",
        "cached_input": "cached_input",
        "cache_creation": "cache_creation",
        "output": "output",
    },
    default=Order("model"),
)
AS_INPUT = "as input"
MOST_CHANGES = 100
"""Changed prices on one page; a search reaches the others."""

AMOUNTS = (
    HeaderCell("input", "Input", "A million input tokens that are not cached.", True),
    HeaderCell("cached_input", "Cached", "A million input tokens read from the cache.", True),
    HeaderCell("cache_creation", "Cache creation", "A million tokens written to the cache.", True),
    HeaderCell("output", "Output", "A million output tokens, reasoning included.", True),
)
NOT_SOLD = "This version has no price of the model."


def book_table(books: Iterable[PriceBookRow]) -> Table:
    """One row a version, the newest first."""
    header = (
        HeaderCell("version", "Version", numeric=True),
        HeaderCell("as_of", "Prices of", "The day on which the prices were valid."),
        HeaderCell("source", "Source"),
        HeaderCell("names", "Names", "Names of models that have a price.", numeric=True),
        HeaderCell("based_on", "Edited from", numeric=True),
        HeaderCell("by", "By"),
        HeaderCell("stored", "Stored (UTC)"),
    )
    rows = (
        Row(
            (
                count_cell(book.version, reverse("price-book", args=[book.version])),
                day_cell(book.as_of),
                text_cell(book.source),
                count_cell(book.model_count),
                _based_on(book.based_on),
                text_cell(book.created_by or "the site"),
                time_cell(book.created_at),
            )
        )
        for book in books
    )
    empty = "No price book yet. A maintainer fills one with fill_price_book."
    return Table("books", "Versions of the price book", header, tuple(rows), empty=empty)


def _based_on(version: int | None) -> Cell:
    if version is None:
        return unknown_cell("It was filled from its source, not edited.")
    return count_cell(version, reverse("price-book", args=[version]))


def rate_table(rates: Mapping[str, Rate]) -> Table:
    """What the currencies of a book are in USD."""
    header = (
        HeaderCell("currency", "Currency"),
        HeaderCell("usd", "USD for one", numeric=True),
        HeaderCell("as_of", "Rate of"),
    )
    rows = (
        Row((code_cell(currency), amount_cell(rate.usd), day_cell(rate.as_of)))
        for currency, rate in rates.items()
    )
    empty = "All prices of this version are in USD."
    return Table("rates", "Rates", header, tuple(rows), empty=empty)


def price_table(page: ListPage[PriceRecord]) -> Table:
    """One page of the prices of a version."""
    header = (
        HeaderCell("model", "Model", "The name under which episodes are priced."),
        HeaderCell("provider", "Provider", "Whose price it is."),
        HeaderCell("currency", "Currency", sortable=False),
        *AMOUNTS,
        HeaderCell("note", "What the numbers leave out", sortable=False),
    )
    rows = tuple(
        Row(
            (
                code_cell(price.model),
                text_cell(price.provider),
                text_cell(price.currency),
                *_amounts(price),
                text_cell(price.note, css="wide"),
            )
        )
        for price in page.rows
    )
    caption, empty = "Prices per million tokens", "No model of this version is like that."
    return Table("prices", caption, header, rows, empty=empty, order=page.order, is_page=True)


def change_table(changes: Sequence[PriceChange]) -> Table:
    """Prices that differ between two versions, old and new in one row."""
    sides = [
        HeaderCell(f"{side}_{head.key}", f"{head.text}, {side}", head.explanation, numeric=True)
        for head in AMOUNTS
        for side in ("old", "new")
    ]
    header = (HeaderCell("model", "Model"), HeaderCell("change", "Change"), *sides)
    rows = tuple(_change_row(change) for change in changes[:MOST_CHANGES])
    shown = f"{count_text(len(rows))} of {count_text(len(changes))} shown: search for the others."
    note = shown if len(changes) > len(rows) else ""
    caption, empty = "Prices that differ, per million tokens", "No price differs."
    return Table("changes", caption, header, rows, note=note, empty=empty)


def _change_row(change: PriceChange) -> Row:
    sides = zip(_side(change.old), _side(change.new), strict=True)
    amounts = (cell for pair in sides for cell in pair)
    return Row((code_cell(change.model), text_cell(_change_words(change)), *amounts))


def _change_words(change: PriceChange) -> str:
    if change.old is None or change.new is None:
        return "added" if change.old is None else "removed"
    if change.old.currency != change.new.currency:
        return f"{change.old.currency} to {change.new.currency}"
    return "changed"


def _side(price: ModelPrice | None) -> tuple[Cell, ...]:
    return _amounts(price) if price else tuple(unknown_cell(NOT_SOLD) for _ in AMOUNTS)


def rate_change_table(changes: Iterable[RateChange]) -> Table:
    header = (
        HeaderCell("currency", "Currency"),
        HeaderCell("old", "USD for one, old", numeric=True),
        HeaderCell("new", "USD for one, new", numeric=True),
    )
    rows = (
        Row((code_cell(change.currency), _rate_cell(change.old), _rate_cell(change.new)))
        for change in changes
    )
    return Table("rates", "Rates that differ", header, tuple(rows), empty="No rate differs.")


def _rate_cell(rate: Rate | None) -> Cell:
    if rate is None:
        return unknown_cell("This version has no rate of the currency.")
    return Cell(f"{rate.usd:g}", rate.usd, CellKind.NUMBER, note=rate.as_of.isoformat())


def _amounts(price: ModelPrice | PriceRecord) -> tuple[Cell, ...]:
    return (
        amount_cell(price.input),
        _part_cell(price.cached_input),
        _part_cell(price.cache_creation),
        amount_cell(price.output),
    )


def _part_cell(amount: float | None) -> Cell:
    if amount is None:
        return Cell(AS_INPUT, None, CellKind.NUMBER, reason="No price of its own: billed as input.")
    return amount_cell(amount)


def amount_cell(amount: float) -> Cell:
    """A price or a rate with all its digits: 0.003625 is not 0.004."""
    return Cell(f"{amount:.10g}", amount, CellKind.NUMBER)


def day_cell(day: date) -> Cell:
    return text_cell(day.isoformat(), css="when")
