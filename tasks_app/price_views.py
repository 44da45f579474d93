"""Price books: the versions, one of them, two against each other, and an edit as a new one."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tasks_app import price_tables, queries
from tasks_app.domain.price_book import PriceBook
from tasks_app.domain.price_book_changes import price_changes, rate_changes
from tasks_app.models import PriceBook as BookRecord
from tasks_app.queries import PriceBookRow
from tasks_app.web.keyset import list_page
from tasks_app.web.params import Param, read_params

SEARCH = Param("search", max_length=150)


@require_safe
def price_book_list(request: HttpRequest) -> HttpResponse:
    books = queries.all_price_books()
    context = {
        "table": price_tables.book_table(books),
        "versions": [book.version for book in books],
    }
    return render(request, "prices/price_book_list.html", context)


@require_safe
def price_book(request: HttpRequest, version: int) -> HttpResponse:
    """One version: where it is from, its rates, and a page of its prices."""
    book = _row(version)
    providers = queries.price_providers(book.id)
    params = read_params(request.GET, [SEARCH, Param("provider", providers)])
    prices = queries.listed_prices(book.id, params["search"], params["provider"])
    page = list_page(prices, price_tables.LISTING, request.GET)
    context = {
        "book": book,
        "rates": price_tables.rate_table(book.rates),
        "prices": price_tables.price_table(page),
        "page": page,
        "providers": providers,
        "params": params,
    }
    return render(request, "prices/price_book.html", context)


@require_safe
def price_changes_page(request: HttpRequest) -> HttpResponse:
    """What differs between two versions; by default between the newest and the one before."""
    versions = [str(book.version) for book in queries.all_price_books()]
    params = read_params(
        request.GET, [Param("old", tuple(versions)), Param("new", tuple(versions)), SEARCH]
    )
    context = {"versions": versions, "params": params}
    if versions:
        old, new = _chosen(params["old"], params["new"], versions)
        found = [c for c in price_changes(old, new) if _has(c.model, params["search"])]
        context |= {
            "old": old,
            "new": new,
            "count": len(found),
            "changes": price_tables.change_table(found),
            "rates": price_tables.rate_change_table(rate_changes(old, new)),
        }
    return render(request, "prices/price_changes.html", context)


def _has(model: str, search: str | None) -> bool:
    return (search or "").casefold() in model.casefold()


def _chosen(
    old: str | None, new: str | None, versions: Sequence[str]
) -> tuple[PriceBook, PriceBook]:
    newest = new or versions[0]
    before = [version for version in versions if int(version) < int(newest)] or [newest]
    return _book(int(old or before[0])), _book(int(newest))


def _book(version: int) -> PriceBook:
    book = queries.price_book(version)
    if book is None:
        raise Http404
    return book


def _row(version: int) -> PriceBookRow:
    found: BookRecord | None = queries.listed_price_books().filter(version=version).first()
    if found is None:
        raise Http404
    return queries.price_book_row(found)
