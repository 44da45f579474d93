"""Price books: versions, and the prices of one. A version never changes, so answers may be kept."""

from datetime import date, datetime
from typing import TypedDict

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tasks_app import queries
from tasks_app.models import ModelPrice
from tasks_app.queries import PriceBookRow
from tasks_app.web.api_cache import FIXED, tagged
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import PageParameters, order_choice
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import ApiView, found


class ExchangeRateJson(TypedDict):
    """What one unit of a currency is in USD, and on which day."""

    usd: float
    as_of: date


class PriceBookJson(TypedDict):
    """A version of the price book. `models` counts its names, `digest` covers its content;
    `based_on` is the version that was edited, null where it was filled from its source."""

    version: int
    as_of: date
    source: str
    digest: str
    models: int
    rates: dict[str, ExchangeRateJson]
    based_on: int | None
    created_at: datetime


class ModelPriceJson(TypedDict):
    """Prices per million tokens. Null in `cached_input` or `cache_creation`: billed as input."""

    model: str
    provider: str
    currency: str
    input: float
    cached_input: float | None
    cache_creation: float | None
    output: float
    note: str


class PriceBookParameters(PageParameters):
    order = order_choice("-version")


class PriceBookList(ApiView):
    """The versions of the price book."""

    parameters = PriceBookParameters

    @extend_schema(operation_id="price_books", tags=["prices"], responses=page_of(PriceBookJson))
    def get(self, request: Request) -> Response:
        return paged(
            request,
            self.params,
            queries.listed_price_books(),
            {"version": "version"},
            lambda page: [price_book_json(queries.price_book_row(book)) for book in page],
        )


class PriceBookDetail(ApiView):
    """One version: its source, its day and its rates."""

    is_tagged = True

    @extend_schema(operation_id="price_book", tags=["prices"], responses=PriceBookJson)
    def get(self, request: Request, version: int) -> HttpResponseBase:
        book = price_book_at(version)
        return tagged(request, book.digest, FIXED, lambda: Response(price_book_json(book)))


class PriceParameters(PageParameters):
    search = serializers.CharField(
        required=False, max_length=150, help_text="Models with this text in their name."
    )
    provider = serializers.CharField(
        required=False, max_length=50, help_text="Prices of one provider only."
    )
    order = order_choice("model", "provider", "input", "output")


class PriceList(ApiView):
    """The prices of one version, per million tokens."""

    parameters = PriceParameters
    is_tagged = True

    @extend_schema(operation_id="prices", tags=["prices"], responses=page_of(ModelPriceJson))
    def get(self, request: Request, version: int) -> HttpResponseBase:
        book = price_book_at(version)
        prices = queries.listed_prices(
            book.id, self.params.get("search"), self.params.get("provider")
        )
        fields = {name: name for name in ("model", "provider", "input", "output")}
        return tagged(
            request,
            book.digest,
            FIXED,
            lambda: paged(
                request, self.params, prices, fields, lambda page: [*map(price_json, page)]
            ),
        )


def price_book_at(version: int) -> PriceBookRow:
    """The version of an address. Raises NotFound."""
    book = queries.listed_price_books().filter(version=version).first()
    return queries.price_book_row(found(book, "price book"))


def price_book_json(book: PriceBookRow) -> PriceBookJson:
    return {
        "version": book.version,
        "as_of": book.as_of,
        "source": book.source,
        "digest": book.digest,
        "models": book.model_count,
        "rates": {
            currency: {"usd": rate.usd, "as_of": rate.as_of}
            for currency, rate in book.rates.items()
        },
        "based_on": book.based_on,
        "created_at": book.created_at,
    }


def price_json(price: ModelPrice) -> ModelPriceJson:
    return {
        "model": price.model,
        "provider": price.provider,
        "currency": price.currency,
        "input": price.input,
        "cached_input": price.cached_input,
        "cache_creation": price.cache_creation,
        "output": price.output,
        "note": price.note,
    }
