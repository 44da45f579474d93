"""Editing the price book: what is entered becomes the next version; for maintainers."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tasks_app import actions, queries
from tasks_app.domain.errors import EcoAgentError, Problem, Refused
from tasks_app.domain.price_book import PriceBook
from tasks_app.price_forms import BookForms
from tasks_app.price_views import SEARCH
from tasks_app.web.params import Param, read_params

MOST_EDITED = 20
"""Prices that one page offers to edit; a search chooses which."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """The newest version as a form: rates, the prices that were searched for, and blank rows."""
    if not getattr(request.user, "is_maintainer", False):
        raise PermissionDenied
    book = queries.price_book()
    if book is None:
        raise Http404
    if request.method != "POST":
        return _page(request, book, BookForms(book, _searched(request)))
    forms = BookForms(book, data=request.POST)
    if not forms.is_valid():
        return _page(request, book, forms, status=400)
    try:
        version = actions.amend_price_book(**forms.changes, user_id=request.user.pk)
    except EcoAgentError as error:
        return _page(request, book, forms, _problems(error), status=422)
    messages.success(request, f"Price book {version} is stored; version {book.version} stays.")
    return redirect("price-book", version=version)


def _searched(request: HttpRequest) -> list[str]:
    """The first models that the search of the book's page would show; none without a search."""
    params = read_params(request.GET, [SEARCH, Param("provider", max_length=50)])
    newest = queries.all_price_books()[0]
    if not (params["search"] or params["provider"]):
        return []
    found = queries.listed_prices(newest.id, params["search"], params["provider"])
    return list(found.order_by("model").values_list("model", flat=True)[:MOST_EDITED])


def _page(
    request: HttpRequest,
    book: PriceBook,
    forms: BookForms,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"book": book, "forms": forms, "problems": problems}
    return render(request, "prices/price_edit.html", context, status=status)


def _problems(error: EcoAgentError) -> tuple[Problem, ...]:
    if isinstance(error, Refused):
        return cast(tuple[Problem, ...], tuple(error.problems))
    return (Problem("conflict", str(error)),)
