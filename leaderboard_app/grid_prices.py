"""The section of the grid page that compares two pricings, chosen in the URL."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from leaderboard_app import queries
from leaderboard_app.board_choice import joined
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.grid_place import GridPlace
from leaderboard_app.domain.meter.payload import AgentMeterPayload
from leaderboard_app.domain.meter.pricing import Pricing, PricingRule
from leaderboard_app.domain.tables.grid_prices import priced_twice_table
from leaderboard_app.meter_choice import MeterChoice
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet
from tasks_app.domain.table import Table
from tasks_app.queries import all_price_books, price_book
from tasks_app.web.params import Param, read_params

REPORTED = PricingRule.REPORTED.value


@dataclass(frozen=True)
class PriceSection:
    """``options``: what can be chosen, by value in the URL; ``old`` and ``new`` are chosen or
    offered; ``table`` is None until two pricings are chosen."""

    options: Mapping[str, str]
    old: str
    new: str
    note: str
    table: Table | None

    @property
    def book(self) -> str:
        """The version of the new prices; "" where they are as reported."""
        return "" if self.new == REPORTED else self.new


def price_section(query: QueryDict, choice: MeterChoice, board: AgentMeterPayload) -> PriceSection:
    """One query for the books, and where prices are asked for what reads the episodes."""
    options = {REPORTED: "as reported"} | {
        str(book.version): f"by price book {book.version} of {book.as_of:%Y-%m-%d}"
        for book in all_price_books()
    }
    published = board["pricing"]["book"] or REPORTED
    choices = tuple(options)
    reading = read_params(query, (Param("prices", choices), Param("against", choices)))
    new, old = reading["prices"], reading["against"] or published
    is_same = new is not None and new == old
    note = joined(reading.note, "Both prices are the same." if is_same else "")
    keys = {row["key"] for row in board["rows"]}
    table = None if new is None or is_same else _table(choice, keys, (old, new))
    return PriceSection(options, old, new or _offered(choices, old), note, table)


def _offered(choices: Sequence[str], old: str) -> str:
    """The newest book, unless that is what it would be compared with."""
    reported, *books = choices
    return next(value for value in (*books, reported, old) if value != old or not books)


def _table(choice: MeterChoice, keys: Collection[str], which: tuple[str, str]) -> Table:
    snapshot: Any = choice.snapshot
    at = GridPlace(Track(choice.track), TaskSet(choice.task_set), Condition(choice.condition))
    old, new = map(_pricing, which)
    found = queries.compared_prices(snapshot, at, old, new)
    shown = [one for one in found if one.old.key in keys]
    return priced_twice_table(shown, (_name(which[0]), _name(which[1])))


def _pricing(which: str) -> Pricing:
    return Pricing() if which == REPORTED else Pricing(price_book(int(which)))


def _name(which: str) -> str:
    return "as reported" if which == REPORTED else f"by book {which}"
