"""Two price books against each other: which prices changed, and what that does to a set of runs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tasks_app.domain.price_book import (
    Cost,
    ModelPrice,
    PriceBook,
    Rate,
    Tokens,
    UsdPrice,
    cost_at,
)


@dataclass(frozen=True)
class PriceChange:
    """A model whose price is another in the new book; None where a book has none."""

    model: str
    old: ModelPrice | None
    new: ModelPrice | None


@dataclass(frozen=True)
class RateChange:
    """A currency whose rate is another in the new book; None where a book has none."""

    currency: str
    old: Rate | None
    new: Rate | None


@dataclass(frozen=True)
class MeteredUsage:
    """Tokens of one episode of ``model``; ``key`` is what its cost is added up under."""

    key: str
    model: str
    tokens: Tokens


@dataclass(frozen=True)
class CostDifference:
    """What the episodes of one key cost under two books, in USD.

    The sums are over the ``compared`` episodes, whose cost both books know; None where there is
    none. ``change`` = new - old; ``ratio`` = new / old, None where old is 0. ``unknown_old`` and
    ``unknown_new`` count the episodes that a book cannot price, with the first reason.
    """

    key: str
    episodes: int
    compared: int
    old: float | None
    new: float | None
    unknown_old: int
    unknown_new: int
    reason: str | None

    @property
    def change(self) -> float | None:
        return None if self.old is None or self.new is None else self.new - self.old

    @property
    def ratio(self) -> float | None:
        return None if not self.old or self.new is None else self.new / self.old


def price_changes(old: PriceBook, new: PriceBook) -> tuple[PriceChange, ...]:
    """Models whose entry differs between two books, by name."""
    names = sorted({*old.prices, *new.prices})
    changes = (PriceChange(name, old.prices.get(name), new.prices.get(name)) for name in names)
    return tuple(change for change in changes if change.old != change.new)


def rate_changes(old: PriceBook, new: PriceBook) -> tuple[RateChange, ...]:
    """Currencies whose rate or its day differs between two books."""
    codes = sorted({*old.rates, *new.rates})
    changes = (RateChange(code, old.rates.get(code), new.rates.get(code)) for code in codes)
    return tuple(change for change in changes if change.old != change.new)


def cost_differences(
    usages: Iterable[MeteredUsage], old: PriceBook, new: PriceBook
) -> tuple[CostDifference, ...]:
    """What the same episodes cost under two books, added up by key, in the order of the keys."""
    prices: dict[str, tuple[UsdPrice | str, UsdPrice | str]] = {}
    costs: dict[str, list[tuple[Cost, Cost]]] = {}
    for usage in usages:
        if usage.model not in prices:
            prices[usage.model] = old.usd_price(usage.model), new.usd_price(usage.model)
        of_old, of_new = prices[usage.model]
        pair = _cost(of_old, usage.tokens), _cost(of_new, usage.tokens)
        costs.setdefault(usage.key, []).append(pair)
    return tuple(cost_difference(key, costs[key]) for key in sorted(costs))


def _cost(price: UsdPrice | str, tokens: Tokens) -> Cost:
    return Cost(None, price) if isinstance(price, str) else cost_at(price, tokens)


def cost_difference(key: str, costs: Sequence[tuple[Cost, Cost]]) -> CostDifference:
    """The sums of pairs (old, new), one an episode."""
    known = [
        (old.value, new.value)
        for old, new in costs
        if old.value is not None and new.value is not None
    ]
    return CostDifference(
        key=key,
        episodes=len(costs),
        compared=len(known),
        old=sum(old for old, _ in known) if known else None,
        new=sum(new for _, new in known) if known else None,
        unknown_old=sum(old.value is None for old, _ in costs),
        unknown_new=sum(new.value is None for _, new in costs),
        reason=next(_reasons(costs), None),
    )


def _reasons(costs: Sequence[tuple[Cost, Cost]]) -> Iterator[str]:
    return (cost.reason for pair in costs for cost in pair if cost.reason is not None)
