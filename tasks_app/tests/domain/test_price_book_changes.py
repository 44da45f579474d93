"""Two books against each other, and the same episodes under both."""

from dataclasses import replace
from datetime import date

import pytest

from tasks_app.domain.price_book import ModelPrice, PriceBook, Rate, Tokens
from tasks_app.domain.price_book_changes import (
    MeteredUsage,
    PriceChange,
    RateChange,
    cost_differences,
    price_changes,
    rate_changes,
)

DAY = date(2026, 11, 30)
OLD = PriceBook(
    1,
    DAY,
    {
        "same": ModelPrice("USD", 1, None, None, 2),
        "cheaper": ModelPrice("USD", 10, 1, None, 20),
        "gone": ModelPrice("USD", 1, None, None, 1),
    },
    {"CNY": Rate(0.1471, DAY)},
    "old",
)
NEW = replace(
    OLD,
    version=2,
    prices={
        "same": OLD.prices["same"],
        "cheaper": replace(OLD.prices["cheaper"], output=10),
        "fresh": OLD.prices["gone"],
    },
    rates={"CNY": Rate(0.14, DAY)},
)


def million(key, model, output=1_000_000):
    return MeteredUsage(key, model, Tokens(1_000_000, 0, 0, output))


def test_prices_that_differ_are_listed_with_both_sides():
    assert price_changes(OLD, NEW) == (
        PriceChange("cheaper", OLD.prices["cheaper"], NEW.prices["cheaper"]),
        PriceChange("fresh", None, NEW.prices["fresh"]),
        PriceChange("gone", OLD.prices["gone"], None),
    )
    assert rate_changes(OLD, NEW) == (RateChange("CNY", Rate(0.1471, DAY), Rate(0.14, DAY)),)
    assert price_changes(OLD, OLD) == rate_changes(OLD, OLD) == ()


def test_costs_are_added_up_by_key_under_both_books():
    usages = [million("a", "cheaper"), million("b", "same"), million("a", "same")]
    first, second = cost_differences(usages, OLD, NEW)
    # a: old 10 + 20 + 1 + 2 = 33, new 10 + 10 + 1 + 2 = 23; b: 3 under both
    assert (first.key, first.old, first.new, first.change) == ("a", 33, 23, -10)
    assert first.ratio == pytest.approx(23 / 33)
    assert (second.key, second.old, second.new, second.ratio) == ("b", 3, 3, 1)
    assert first.reason is None


def test_only_episodes_that_both_books_can_price_are_compared():
    usages = [million("a", "gone"), million("a", "fresh"), million("a", "same", None)]
    (row,) = cost_differences([*usages, million("a", "same")], OLD, NEW)
    assert (row.episodes, row.compared, row.old, row.new) == (4, 1, 3, 3)
    assert (row.unknown_old, row.unknown_new) == (2, 2)
    assert row.reason == "price book 2 has no price of gone"


def test_where_nothing_can_be_compared_the_sums_are_unknown_and_not_zero():
    (row,) = cost_differences([million("a", "gone")], OLD, NEW)
    assert (row.old, row.new, row.change, row.ratio) == (None, None, None, None)
    assert cost_differences([], OLD, NEW) == ()
