"""Storing versions of the price book: each once and for good, an edit as a new one."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.db import connection, transaction

from tasks_app.domain.errors import Conflict, Refused
from tasks_app.domain.price_book import ModelPrice, PriceBook, Rate, book_to_json
from tasks_app.domain.price_book_checks import book_problems
from tasks_app.models import ModelPrice as PriceRecord
from tasks_app.models import PriceBook as BookRecord
from tasks_app.queries import prices as price_queries

VERSION_LOCK = 40_414  # any number, as long as no other advisory lock uses it

EDITED = ", edited"
"""Behind the source of a version that a maintainer made from one that came from there."""


def store_price_book(book: PriceBook, user_id: int | None = None) -> int:
    """Store a book as the next version, and return that; ``book.version`` is not looked at.

    The same prices, rates and source as the newest version have: nothing is stored, and the
    newest version is returned. Raises Refused with every problem of the book.
    """
    if problems := tuple(book_problems(book)):
        raise Refused(problems)
    with transaction.atomic():
        _lock_versions()
        newest = price_queries.price_book()
        if newest is not None and _content(newest) == _content(book):
            return newest.version
        return _store(book, newest.version if newest else 0, None, user_id)


def amend_price_book(
    version: int,
    as_of: date,
    prices: Mapping[str, ModelPrice | None],
    rates: Mapping[str, Rate | None],
    user_id: int | None,
) -> int:
    """A new version: the newest one with these prices and rates set, or removed where None.

    Raises Conflict where ``version`` is not the newest any more (somebody else was quicker) or
    nothing would change, and Refused with every problem of the book as it would become.
    """
    with transaction.atomic():
        _lock_versions()
        newest = price_queries.price_book()
        if newest is None or newest.version != version:
            raise Conflict(f"Price book {version} is not the newest version. Edit the newest one.")
        amended = replace(
            newest,
            as_of=as_of,
            prices=_with(newest.prices, prices),
            rates=_with(newest.rates, rates),
            source=newest.source.removesuffix(EDITED) + EDITED,
        )
        if (amended.prices, amended.rates) == (newest.prices, newest.rates):
            raise Conflict(f"Nothing would change: price book {version} says this already.")
        if problems := tuple(book_problems(amended)):
            raise Refused(problems)
        return _store(amended, newest.version, newest.version, user_id)


def _with(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    changed = {**old, **changes}
    return {name: value for name, value in changed.items() if value is not None}


def _content(book: PriceBook) -> dict[str, Any]:
    """What makes a version worth storing: everything but the day on which it was looked up."""
    content = book_to_json(book)
    del content["as_of"]
    return content


def _lock_versions() -> None:
    """Versions are numbered one at a time; the lock goes with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [VERSION_LOCK])


def _store(book: PriceBook, newest: int, based_on: int | None, user_id: int | None) -> int:
    content = book_to_json(book)
    record = BookRecord.objects.create(
        version=newest + 1,
        as_of=book.as_of,
        source=book.source,
        rates=content["rates"],
        digest=book.digest,
        model_count=len(book.prices),
        based_on=None if based_on is None else BookRecord.objects.get(version=based_on),
        created_by_id=user_id,
    )
    rows = (
        PriceRecord(book=record, model=name, **price) for name, price in content["prices"].items()
    )
    PriceRecord.objects.bulk_create(rows, batch_size=1000)
    return record.version
