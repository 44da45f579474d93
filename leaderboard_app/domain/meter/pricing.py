"""What an episode cost in USD: as its submitter reported it, or by a price book (never both).

A grid has one pricing. Unknown is None with a reason; unknown USD are not USD 0.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypedDict

from tasks_app.domain.price_book import Cost, PriceBook, Tokens, UsdPrice, cost_at

NOT_REPORTED = "no cost was reported"


class PricingRule(StrEnum):
    REPORTED = "reported"
    BOOK = "book"


class PricingPayload(TypedDict):
    """``book`` is its version, ``book_digest`` its SHA-256; null where costs are as reported."""

    rule: str
    book: str | None
    book_digest: str | None


class Billed(Protocol):
    """What an episode used, and what its submitter says that it cost."""

    @property
    def total_tokens(self) -> int | None: ...
    @property
    def input_tokens(self) -> int | None: ...
    @property
    def cached_input_tokens(self) -> int | None: ...
    @property
    def cache_creation_tokens(self) -> int | None: ...
    @property
    def output_tokens(self) -> int | None: ...
    @property
    def cost_usd(self) -> float | None: ...


CostOf = Callable[[Billed], Cost]


@dataclass(frozen=True)
class Pricing:
    """One way to price every episode of a grid; ``book`` is None where costs are as reported."""

    book: PriceBook | None = None

    @property
    def rule(self) -> PricingRule:
        return PricingRule.REPORTED if self.book is None else PricingRule.BOOK

    def of_model(self, model: str) -> CostOf:
        """Episode of ``model`` -> its cost in USD, or the reason why that is unknown."""
        if self.book is None:
            return reported_cost
        return _by_price(self.book.usd_price(model))

    def payload(self) -> PricingPayload:
        return {
            "rule": self.rule.value,
            "book": str(self.book.version) if self.book else None,
            "book_digest": self.book.digest if self.book else None,
        }


def reported_cost(episode: Billed) -> Cost:
    """The USD that the submitter reported."""
    return Cost(episode.cost_usd, None if episode.cost_usd is not None else NOT_REPORTED)


def usual_pricing(episodes: Iterable[tuple[str, Billed]], newest: PriceBook | None) -> Pricing:
    """The pricing of a calibration where nobody chose one; ``episodes`` come with their model.

    As reported, unless that leaves an episode without a cost and the newest book prices more of
    them.
    """
    reported = booked = total = 0
    by_book = Pricing(newest)
    cost_of: dict[str, CostOf] = {}
    for model, episode in episodes:
        total += 1
        reported += episode.cost_usd is not None
        if model not in cost_of:
            cost_of[model] = by_book.of_model(model)
        booked += cost_of[model](episode).value is not None
    return Pricing() if reported in (total, max(reported, booked)) else by_book


def _by_price(price: UsdPrice | str) -> CostOf:
    if isinstance(price, str):
        unknown = Cost(None, price)
        return lambda _: unknown
    return lambda episode: cost_at(
        price,
        Tokens(
            input_tokens=episode.input_tokens,
            cached_input_tokens=episode.cached_input_tokens,
            cache_creation_tokens=episode.cache_creation_tokens,
            output_tokens=episode.output_tokens,
            total_tokens=episode.total_tokens,
        ),
    )
