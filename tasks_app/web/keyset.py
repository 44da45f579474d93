"""One page of a long list, sorted in the database by any whitelisted column.

A page is held by the key of a row and not by a row number, so that new rows shift nothing and
the thousandth page costs as much as the first. Rows without a value are last in both directions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core import signing
from django.db.models import F, Model, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.http import QueryDict

from tasks_app.domain.table import Order
from tasks_app.web.sorting import cursor_parameter, link, requested_order

Row = TypeVar("Row", bound=Model)
FORWARD, BACK = "after", "before"


@dataclass(frozen=True)
class Listing:
    """How a list may be sorted: column key -> field; ``default`` is the order without a wish."""

    table_key: str
    fields: Mapping[str, str]
    default: Order
    page_size: int = 50


@dataclass(frozen=True)
class ListPage(Generic[Row]):
    """Rows of one page with the links around it; ``note`` tells what of the URL was ignored."""

    rows: tuple[Row, ...]
    order: Order
    previous_href: str
    next_href: str
    note: str


@dataclass(frozen=True)
class Place:
    """Just after (or before) the row with this sort value and primary key."""

    direction: str
    value: Any
    pk: Any


@dataclass(frozen=True)
class Stretch(Generic[Row]):
    """Rows of one page, and the places from which its neighbours start, if there are any."""

    rows: tuple[Row, ...]
    previous_place: Place | None
    next_place: Place | None


def list_page(rows: QuerySet[Row], listing: Listing, query: QueryDict) -> ListPage[Row]:
    """The page that the URL asks for; one query, whatever the number of rows."""
    sorting = requested_order(query, listing.table_key, tuple(listing.fields), listing.default)
    order = sorting.order or listing.default
    field = listing.fields[order.key]
    place, note = _requested_place(query, listing.table_key, order)
    found = stretch(rows, field, order, place, listing.page_size)
    return ListPage(
        rows=found.rows,
        order=order,
        previous_href=_href(query, listing, order, found.previous_place),
        next_href=_href(query, listing, order, found.next_place),
        note=note,
    )


def stretch(
    rows: QuerySet[Row], field: str, order: Order, place: Place | None, size: int
) -> Stretch[Row]:
    """At most ``size`` rows around ``place``, in display order; one query.

    Whoever came from a place finds the way back to it without a look at what lies there.
    """
    read = list(_selected(rows, field, order, place)[: size + 1])
    more, back = len(read) > size, place is not None and place.direction == BACK
    shown = tuple(read[:size][:: -1 if back else 1])
    has_before, has_after = (more, True) if back else (place is not None, more)
    return Stretch(
        rows=shown,
        previous_place=_place(shown[0], field, BACK) if shown and has_before else None,
        next_place=_place(shown[-1], field, FORWARD) if shown and has_after else None,
    )


def neighbours(
    rows: QuerySet[Row], listing: Listing, query: QueryDict, row: Row
) -> tuple[Any, Any]:
    """The primary keys of the rows before and after ``row`` in the list as the URL sorts it."""
    sorting = requested_order(query, listing.table_key, tuple(listing.fields), listing.default)
    order = sorting.order or listing.default
    field = listing.fields[order.key]
    before, after = (
        _selected(rows, field, order, _place(row, field, direction))
        .values_list("pk", flat=True)
        .first()
        for direction in (BACK, FORWARD)
    )
    return before, after


def _selected(rows: QuerySet[Row], field: str, order: Order, place: Place | None) -> QuerySet[Row]:
    """Rows from ``place`` on in reading order: nearest first, also when going back."""
    back = place is not None and place.direction == BACK
    if place is not None:
        rows = rows.filter(_beyond(field, order, place))
    descending = order.descending != back
    expression = F(field)
    by_value = (
        OrderBy(expression, descending=descending, nulls_first=True)
        if back
        else OrderBy(expression, descending=descending, nulls_last=True)
    )
    return rows.order_by(by_value, "-pk" if back else "pk")


def _beyond(field: str, order: Order, place: Place) -> Q:
    """The condition on rows beyond ``place``: nulls are last, the primary key breaks ties."""
    back = place.direction == BACK
    later_pk = Q(pk__lt=place.pk) if back else Q(pk__gt=place.pk)
    is_null = Q(**{f"{field}__isnull": True})
    if place.value is None:
        return (is_null & later_pk) | ~is_null if back else is_null & later_pk
    comparison = "lt" if order.descending != back else "gt"
    beyond = Q(**{f"{field}__{comparison}": place.value})
    beyond |= Q(**{field: place.value}) & later_pk
    return beyond if back else beyond | is_null


def _requested_place(query: QueryDict, table_key: str, order: Order) -> tuple[Place | None, str]:
    token = query.get(cursor_parameter(table_key))
    if not token:
        return None, ""
    try:
        key, descending, direction, value, pk = signing.loads(token, salt=table_key)
    except (signing.BadSignature, ValueError, TypeError):
        return None, "This link to a page of the list is damaged; the first page is shown."
    if (key, descending) != (order.key, order.descending):
        return None, ""
    return Place(direction, value, pk), ""


def _place(row: Row, field: str, direction: str) -> Place:
    value: Any = row
    for part in field.split("__"):
        value = getattr(value, part, None)
    plain = value.isoformat() if hasattr(value, "isoformat") else value
    return Place(direction, plain, str(row.pk))


def _href(query: QueryDict, listing: Listing, order: Order, place: Place | None) -> str:
    if place is None:
        return ""
    state = [order.key, order.descending, place.direction, place.value, place.pk]
    token = signing.dumps(state, salt=listing.table_key)
    return link(query, **{cursor_parameter(listing.table_key): token})
