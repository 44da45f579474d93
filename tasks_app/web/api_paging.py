"""Lists of the API, a page at a time: ``results`` with links to what follows and precedes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core import signing
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from tasks_app.domain.table import Order
from tasks_app.web.keyset import Place, stretch


def paged(
    request: Request,
    params: Mapping[str, Any],
    rows: QuerySet[Any],
    fields: Mapping[str, str],
    shown: Callable[[Sequence[Any]], Sequence[Any]],
) -> Response:
    """One page of ``rows`` in the order of ``params["order"]``; one query.

    ``fields`` maps an order key to a field of the rows, ``shown`` the rows to what is sent.
    """
    order = Order(params["order"].removeprefix("-"), params["order"].startswith("-"))
    place = _requested_place(request, params.get("cursor"), params["order"])
    found = stretch(rows, fields[order.key], order, place, params["page_size"])
    return Response(
        {
            "results": shown(found.rows),
            "next": _href(request, params["order"], found.next_place),
            "previous": _href(request, params["order"], found.previous_place),
        }
    )


def _requested_place(request: Request, cursor: str | None, order: str) -> Place | None:
    """Where the page starts. Raises ValidationError for a cursor that this list did not give."""
    if cursor is None:
        return None
    try:
        given_for, direction, value, pk = signing.loads(cursor, salt=request.path)
    except (signing.BadSignature, ValueError, TypeError):
        given_for = ""
    if given_for != order:
        message = "This cursor is not one of this list in this order; start without a cursor."
        raise serializers.ValidationError({"cursor": [message]}, code="bad_cursor")
    return Place(direction, value, pk)


def _href(request: Request, order: str, place: Place | None) -> str | None:
    if place is None:
        return None
    cursor = signing.dumps([order, place.direction, place.value, place.pk], salt=request.path)
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)
