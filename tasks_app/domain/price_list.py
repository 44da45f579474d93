"""A price book out of the price list that the package ``genai-prices`` carries (no network).

The package says per provider and model what a million tokens cost in USD, by date, time of day
and length of the prompt; a book has four numbers a model, and its notes say what was left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from importlib.metadata import version
from itertools import chain

from genai_prices.data import providers
from genai_prices.types import (
    ClauseEquals,
    ClauseOr,
    ClauseStartsWith,
    ModelInfo,
    Provider,
    StartDateConstraint,
    Tier,
    TieredPrices,
    TimeOfDateConstraint,
)
from genai_prices.types import ModelPrice as ListedPrice

from tasks_app.domain.price_book import USD, ModelPrice, PriceBook, Rate

PACKAGE = "genai-prices"
MAKERS = (
    "anthropic", "openai", "google", "x-ai", "deepseek", "moonshotai", "zai", "zhipuai", "minimax",
    "mistral", "meta", "cohere",
)  # fmt: skip
"""Whose price a bare model name means, before that of those who sell others' models too."""

PAPER_RATES = {"CNY": Rate(usd=0.1471, as_of=date(2026, 6, 1))}
"""1 CNY = 0.1471 USD in AgentMeter [A]. It names no day: this is the month of its first version."""


def listed_book(as_of: date) -> PriceBook:
    """The package's prices on a day (UTC), as version 1 of a book.

    A bare name has the price of the model's maker, or of the first provider that sells it; each
    other provider's is under ``provider/name``. The other spellings that the package knows of a
    maker's model (``claude-opus-4.5``, ``gpt-5-codex``) have entries of their own.
    """
    prices: dict[str, ModelPrice] = {}
    makers, sellers = _makers_and_sellers()
    for maker in makers:
        _add_offers(prices, maker, as_of)
        for model, price in _priced(maker, as_of):
            for name in _spellings(model.match):
                prices.setdefault(name, _as_spelled(price, model.id))
    for seller in sellers:
        _add_offers(prices, seller, as_of)
    source = f"{PACKAGE} {version(PACKAGE)}"
    return PriceBook(1, as_of, dict(sorted(prices.items())), PAPER_RATES, source)


def _add_offers(prices: dict[str, ModelPrice], seller: Provider, as_of: date) -> None:
    for model, price in _priced(seller, as_of):
        prices[f"{seller.id}/{model.id}" if model.id in prices else model.id] = price


def _makers_and_sellers() -> tuple[list[Provider], list[Provider]]:
    by_id = {provider.id: provider for provider in providers}
    makers = [by_id[name] for name in MAKERS if name in by_id]
    return makers, [provider for provider in providers if provider.id not in MAKERS]


def _priced(provider: Provider, as_of: date) -> Iterator[tuple[ModelInfo, ModelPrice]]:
    """The models of a provider that have a price of input and of output tokens."""
    for model in provider.models:
        listed, notes = _listed_on(model, as_of)
        if listed.input_mtok is None or listed.output_mtok is None:
            continue
        tiers = _tiers(listed)
        if tiers:
            first = min(tier.start for tier in tiers)
            notes = [f"base tier: another price beyond {first:,} input tokens", *notes]
        yield (
            model,
            ModelPrice(
                currency=USD,
                input=_base(listed.input_mtok) or 0.0,
                cached_input=_base(listed.cache_read_mtok),
                cache_creation=_base(listed.cache_write_mtok),
                output=_base(listed.output_mtok) or 0.0,
                provider=provider.id,
                note="; ".join(notes),
            ),
        )


def _listed_on(model: ModelInfo, as_of: date) -> tuple[ListedPrice, list[str]]:
    """The prices of a day, the last that has begun, and what they leave out."""
    if not isinstance(model.prices, list):
        return model.prices, []
    valid, notes = model.prices[0].prices, []
    for each in model.prices:
        if isinstance(each.constraint, TimeOfDateConstraint):
            notes = ["another price at some hours of the day"]
        elif _has_begun(each.constraint, as_of):
            valid = each.prices
    return valid, notes


def _has_begun(constraint: StartDateConstraint | None, as_of: date) -> bool:
    return constraint is None or constraint.start_date <= as_of


def _base(price: Decimal | TieredPrices | None) -> float | None:
    if price is None:
        return None
    return float(price.base if isinstance(price, TieredPrices) else price)


def _tiers(listed: ListedPrice) -> list[Tier]:
    parts = (
        listed.input_mtok,
        listed.cache_read_mtok,
        listed.cache_write_mtok,
        listed.output_mtok,
    )
    tiered = (part.tiers for part in parts if isinstance(part, TieredPrices))
    return list(chain.from_iterable(tiered))


def _spellings(match: object) -> Sequence[str]:
    """The names that a model's matching rule spells out, without mere beginnings of names."""
    if isinstance(match, ClauseOr):
        return [name for clause in match.or_ for name in _spellings(clause)]
    if isinstance(match, ClauseEquals):
        return [match.equals]
    if isinstance(match, ClauseStartsWith) and match.starts_with[-1].isalnum():
        return [match.starts_with]
    return []


def _as_spelled(price: ModelPrice, model: str) -> ModelPrice:
    return replace(price, note="; ".join(filter(None, (f"another name of {model}", price.note))))
