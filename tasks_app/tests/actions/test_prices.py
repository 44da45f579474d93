"""Versions of the price book: numbered, unchangeable, and an edit is another one."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import DatabaseError, connection

from tasks_app import actions, queries
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.domain.price_book import Rate
from tasks_app.models import PriceBook
from tasks_app.tests.price_books import DAY, OPUS, small_book

pytestmark = pytest.mark.django_db

DEARER = replace(OPUS, output=30.0)


def amended(**changes):
    return {"version": 1, "as_of": DAY, "prices": {}, "rates": {}, "user_id": None, **changes}


def test_a_stored_book_is_read_back_as_it_was():
    assert actions.store_price_book(small_book()) == 1
    assert queries.price_book() == queries.price_book(1) == small_book()
    assert queries.all_price_books()[0].digest == small_book().digest


def test_the_same_prices_on_another_day_are_no_new_version():
    actions.store_price_book(small_book())
    assert actions.store_price_book(replace(small_book(), as_of=date(2027, 1, 1))) == 1
    assert PriceBook.objects.count() == 1


def test_other_prices_are_the_next_version_and_the_first_stays():
    actions.store_price_book(small_book())
    assert actions.store_price_book(small_book(claude_opus_4_5=DEARER)) == 2
    assert queries.price_book(1).prices["claude-opus-4-5"] == OPUS
    assert queries.price_book().prices["claude-opus-4-5"] == DEARER


def test_a_book_with_problems_is_refused_with_all_of_them_and_nothing_is_stored():
    bad = small_book(minus=replace(OPUS, input=-1.0), franc=replace(OPUS, currency="CHF"))
    with pytest.raises(Refused) as refused:
        actions.store_price_book(bad)
    assert [problem.code for problem in refused.value.problems] == ["bad_price", "no_rate"]
    assert not PriceBook.objects.exists()


def test_an_edit_is_a_new_version_that_names_the_one_it_is_based_on(django_user_model):
    actions.store_price_book(small_book())
    user = django_user_model.objects.create_user("mia")
    changes = {"prices": {"claude-opus-4-5": DEARER, "kimi-k2": None, "new-1": OPUS}}
    rates = {"EUR": Rate(1.1, DAY)}
    changes = amended(**changes, rates=rates, user_id=user.pk)
    assert actions.amend_price_book(**changes) == 2
    book, row = queries.price_book(), queries.all_price_books()[0]
    assert set(book.prices) == {"claude-opus-4-5", "gpt-5-codex", "new-1"}
    assert (book.prices["claude-opus-4-5"], book.rates["EUR"]) == (DEARER, Rate(1.1, DAY))
    assert (row.based_on, row.created_by, row.source) == (1, "mia", "a test, edited")


def test_an_edit_of_an_outdated_version_or_without_a_change_is_a_conflict():
    actions.store_price_book(small_book())
    with pytest.raises(Conflict, match="Nothing would change"):
        actions.amend_price_book(**amended(prices={"claude-opus-4-5": OPUS}))
    actions.amend_price_book(**amended(prices={"claude-opus-4-5": DEARER}))
    with pytest.raises(Conflict, match="not the newest version"):
        actions.amend_price_book(**amended(prices={"claude-opus-4-5": OPUS}))


def test_an_edit_that_leaves_a_price_without_rate_is_refused():
    actions.store_price_book(small_book())
    with pytest.raises(Refused, match="no rate of 'CNY'"):
        actions.amend_price_book(**amended(rates={"CNY": None}))


@pytest.mark.parametrize("table", ["tasks_app_pricebook", "tasks_app_modelprice"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_to_change_what_is_stored(table, change):
    actions.store_price_book(small_book())
    statement = change.format(table)
    with pytest.raises(DatabaseError, match="immutable"), connection.cursor() as cursor:
        cursor.execute(statement)
