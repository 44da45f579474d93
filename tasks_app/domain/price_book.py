"""What model calls cost in money: a dated, versioned book, and the cost of an episode under it.

Prices are per million tokens in the currency of the model; rates turn them into USD. A book
never changes: an edit is another version (AgentMeter [A], section on cost; the paper's rate is
1 CNY = 0.1471 USD).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from tasks_app.domain.canonical import digest

PER = 1_000_000
USD = "USD"
DATED = re.compile(r"-(?:20\d{6}|20\d{2}-\d{2}-\d{2})\Z")
"""The date that providers put behind a model's name: -20251101, -2025-11-01."""


@dataclass(frozen=True)
class ModelPrice:
    """What a million tokens of a model cost, in ``currency``; every amount >= 0.

    ``cached_input`` and ``cache_creation`` are None where the provider has no price of its own
    for them: such tokens are billed as input. ``note`` says what the four numbers leave out.
    """

    currency: str
    input: float
    cached_input: float | None
    cache_creation: float | None
    output: float
    provider: str = ""
    note: str = ""


@dataclass(frozen=True)
class Rate:
    """What one unit of a currency is in USD, and on which day."""

    usd: float
    as_of: date


@dataclass(frozen=True)
class Tokens:
    """Tokens of one episode; None is unknown, 0 is zero.

    Cached and cache-creation tokens are part of ``input_tokens``; ``total_tokens`` is input and
    output together, known or not.
    """

    input_tokens: int | None
    cached_input_tokens: int | None
    cache_creation_tokens: int | None
    output_tokens: int | None
    total_tokens: int | None = None


@dataclass(frozen=True)
class Cost:
    """USD of an episode, or None with the reason why it is unknown."""

    value: float | None
    reason: str | None = None


@dataclass(frozen=True)
class UsdPrice:
    """USD per token of each part of an episode's usage."""

    input: float
    cached_input: float
    cache_creation: float
    output: float


@dataclass(frozen=True)
class PriceBook:
    """One version of the book; ``prices`` by model name, ``rates`` by currency (USD is 1)."""

    version: int
    as_of: date
    prices: Mapping[str, ModelPrice]
    rates: Mapping[str, Rate]
    source: str

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything but the version: the same content has the same digest."""
        return digest(book_to_json(self))

    @cached_property
    def _names(self) -> dict[str, str]:
        """Names without capitals to names as written."""
        return {name.casefold(): name for name in sorted(self.prices, reverse=True)}

    def name_of(self, model: str) -> str | None:
        """The name under which the book prices ``model``, or None.

        The name itself, whatever its capitals; else without its provider where that is the
        provider of the price (``anthropic/claude-opus-4-5``); else without a date at its end.
        """
        if model in self.prices:
            return model
        for name in (model, DATED.sub("", model)):
            found = self._names.get(name.casefold()) or self._name_at_provider(name)
            if found is not None:
                return found
        return None

    def _name_at_provider(self, model: str) -> str | None:
        provider, slash, bare = model.casefold().partition("/")
        name = self._names.get(bare) if slash else None
        return name if name and self.prices[name].provider.casefold() == provider else None

    def usd_price(self, model: str) -> UsdPrice | str:
        """USD per token of a model, or the reason why there is none."""
        name = self.name_of(model)
        if name is None:
            return f"price book {self.version} has no price of {model}"
        price = self.prices[name]
        rate = self.usd_rate(price.currency)
        if rate is None:
            return f"price book {self.version} has no rate of {price.currency}, for {model}"
        of_input = price.input
        cached = of_input if price.cached_input is None else price.cached_input
        creation = of_input if price.cache_creation is None else price.cache_creation
        return UsdPrice(*(each * rate / PER for each in (of_input, cached, creation, price.output)))

    def usd_rate(self, currency: str) -> float | None:
        """USD for one unit of a currency, or None where the book has no rate."""
        if currency == USD:
            return 1.0
        rate = self.rates.get(currency)
        return None if rate is None else rate.usd


def episode_cost(model: str, tokens: Tokens, book: PriceBook) -> Cost:
    """USD of an episode of ``model`` under ``book``; None with the reason where it is unknown."""
    price = book.usd_price(model)
    return Cost(None, price) if isinstance(price, str) else cost_at(price, tokens)


def cost_at(price: UsdPrice, tokens: Tokens) -> Cost:
    """USD of an episode at a model's prices.

    = plain input * input + cached * cached_input + creation * cache_creation + output * output,
    plain input being what is neither cached nor cache creation. A part that is unknown does no
    harm where it costs the same as the rest of what it is part of.
    """
    counts = (tokens.input_tokens, tokens.output_tokens)
    if None in counts and tokens.total_tokens is not None and _all_equal(price):
        return Cost(tokens.total_tokens * price.input)
    if tokens.input_tokens is None or tokens.output_tokens is None:
        side = "input" if tokens.input_tokens is None else "output"
        return Cost(None, f"the number of {side} tokens is unknown")
    of_input = _input_cost(price, tokens.input_tokens, tokens)
    if isinstance(of_input, str):
        return Cost(None, of_input)
    return Cost(of_input + tokens.output_tokens * price.output)


def _input_cost(price: UsdPrice, input_tokens: int, tokens: Tokens) -> float | str:
    cost, plain = 0.0, input_tokens
    for word, count, of_part in (
        ("cached", tokens.cached_input_tokens, price.cached_input),
        ("cache creation", tokens.cache_creation_tokens, price.cache_creation),
    ):
        if count is None and of_part != price.input and input_tokens > 0:
            return f"how many input tokens were {word} is unknown, and they have another price"
        cost += (count or 0) * of_part
        plain -= count or 0
    if plain < 0:
        return "more tokens are cached or created in the cache than were input"
    return cost + plain * price.input


def _all_equal(price: UsdPrice) -> bool:
    return price.input == price.cached_input == price.cache_creation == price.output


def book_to_json(book: PriceBook) -> dict[str, Any]:
    """The content of a book as JSON values, without its version: what the digest covers."""
    return {
        "as_of": book.as_of.isoformat(),
        "source": book.source,
        "rates": {
            currency: {"usd": float(rate.usd), "as_of": rate.as_of.isoformat()}
            for currency, rate in book.rates.items()
        },
        "prices": {model: price_to_json(price) for model, price in book.prices.items()},
    }


def price_to_json(price: ModelPrice) -> dict[str, Any]:
    return {
        "provider": price.provider,
        "currency": price.currency,
        "input": float(price.input),
        "cached_input": None if price.cached_input is None else float(price.cached_input),
        "cache_creation": None if price.cache_creation is None else float(price.cache_creation),
        "output": float(price.output),
        "note": price.note,
    }
