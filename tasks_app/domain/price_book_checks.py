"""What a price book must hold before it is stored: every problem, by model or currency."""

import math
import re
from collections.abc import Iterator

from tasks_app.domain.errors import Problem
from tasks_app.domain.price_book import USD, ModelPrice, PriceBook, Rate

MAX_PRICE = 1_000_000.0
"""Per million tokens, in any currency: beyond it somebody forgot "per million"."""

MAX_NAME, MAX_PROVIDER, MAX_NOTE, MAX_SOURCE = 150, 50, 300, 300
CURRENCY = re.compile(r"[A-Z]{3}\Z")


def book_problems(book: PriceBook) -> Iterator[Problem]:
    if len(book.source) > MAX_SOURCE:
        yield _problem("bad_source", f"The source is longer than {MAX_SOURCE} characters.")
    for currency, rate in book.rates.items():
        yield from _rate_problems(currency, rate)
    for model, price in book.prices.items():
        yield from _price_problems(model, price)
        if price.currency != USD and price.currency not in book.rates:
            yield _problem("no_rate", f"{model!r}: the book has no rate of {price.currency!r}.")


def _rate_problems(currency: str, rate: Rate) -> Iterator[Problem]:
    if not CURRENCY.match(currency) or currency == USD:
        yield _problem("bad_currency", f"{currency!r} is no code of three capitals beside USD.")
    if not (math.isfinite(rate.usd) and 0 < rate.usd <= MAX_PRICE):
        yield _problem("bad_rate", f"The rate of {currency} is not a positive number of USD.")


def _price_problems(model: str, price: ModelPrice) -> Iterator[Problem]:
    if not model.strip() or model != model.strip() or len(model) > MAX_NAME or "\x00" in model:
        yield _problem("bad_name", f"{model[:MAX_NAME]!r} is no name of a model.")
    if not CURRENCY.match(price.currency):
        yield _problem("bad_currency", f"{model!r}: {price.currency!r} is no currency code.")
    for word in ("input", "cached_input", "cache_creation", "output"):
        amount = getattr(price, word)
        if amount is not None and not (math.isfinite(amount) and 0 <= amount <= MAX_PRICE):
            yield _problem("bad_price", f"{model!r}: the price of {word} is not 0 or more.")
    if len(price.provider) > MAX_PROVIDER or len(price.note) > MAX_NOTE:
        yield _problem("long_text", f"{model!r}: the provider or the note is too long.")


def _problem(code: str, message: str) -> Problem:
    return Problem(code, message, "Correct it; docs/prices.md describes the book.")
