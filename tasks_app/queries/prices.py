"""All reads of price books. A version never changes, so what is read of one is kept."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from tasks_app.domain.price_book import ModelPrice, PriceBook, Rate
from tasks_app.models import ModelPrice as PriceRecord
from tasks_app.models import PriceBook as BookRecord

PRICE_FIELDS = (
    "currency", "input", "cached_input", "cache_creation", "output", "provider", "note"
)  # fmt: skip


@dataclass(frozen=True)
class PriceBookRow:
    """One version of the price book without its prices, as lists show it."""

    id: int
    version: int
    as_of: date
    source: str
    digest: str
    model_count: int
    rates: dict[str, Rate]
    based_on: int | None
    created_by: str | None
    created_at: datetime


def all_price_books() -> tuple[PriceBookRow, ...]:
    """Every version, the newest first."""
    return tuple(price_book_row(book) for book in listed_price_books())


def listed_price_books() -> QuerySet[BookRecord]:
    """The versions, newest first, for this app's lists; ``price_book_row`` is what they show."""
    return BookRecord.objects.select_related("based_on", "created_by").order_by("-version")


def price_book_row(book: BookRecord) -> PriceBookRow:
    """The value of a row of ``listed_price_books``."""
    return PriceBookRow(
        id=book.pk,
        version=book.version,
        as_of=book.as_of,
        source=book.source,
        digest=book.digest,
        model_count=book.model_count,
        rates=_rates(book.rates),
        based_on=book.based_on.version if book.based_on else None,
        created_by=book.created_by.get_username() if book.created_by else None,
        created_at=book.created_at,
    )


def price_book(version: int | None = None) -> PriceBook | None:
    """A version of the price book with all its prices, None the newest; None where there is none.

    One query for the newest; a version that was read before costs no more than that.
    """
    books = BookRecord.objects.order_by("-version")
    books = books if version is None else books.filter(version=version)
    found = books.values_list("pk", flat=True).first()
    return None if found is None else _read_book(found)


@lru_cache(maxsize=8)
def _read_book(book_id: int) -> PriceBook:
    book = BookRecord.objects.get(pk=book_id)
    rows = PriceRecord.objects.filter(book_id=book_id).order_by("model")
    prices = {
        model: ModelPrice(*fields) for model, *fields in rows.values_list("model", *PRICE_FIELDS)
    }
    return PriceBook(book.version, book.as_of, prices, _rates(book.rates), book.source)


def listed_prices(
    book_id: int, search: str | None = None, provider: str | None = None
) -> QuerySet[PriceRecord]:
    """Prices of one version for this app's lists: of one provider, or with a text in the name."""
    prices = PriceRecord.objects.filter(book_id=book_id)
    if provider:
        prices = prices.filter(provider=provider)
    return prices.filter(model__icontains=search) if search else prices


def price_providers(book_id: int) -> tuple[str, ...]:
    """The providers that a version has prices of, in order."""
    rows = PriceRecord.objects.filter(book_id=book_id).exclude(provider="").order_by("provider")
    return tuple(rows.values_list("provider", flat=True).distinct())


def _rates(stored: dict[str, Any]) -> dict[str, Rate]:
    return {
        currency: Rate(rate["usd"], date.fromisoformat(rate["as_of"]))
        for currency, rate in stored.items()
    }
