"""The command that fills the price book from the installed price list."""

import io

import pytest
from django.core.management import call_command

from tasks_app import actions, queries
from tasks_app.tests.price_books import small_book

pytestmark = pytest.mark.django_db


def fill(*arguments):
    out = io.StringIO()
    call_command("fill_price_book", *arguments, stdout=out)
    return out.getvalue()


def test_the_first_book_is_filled_and_the_same_again_is_no_new_version():
    assert "Price book 1 (genai-prices" in fill("--as-of", "2026-11-30")
    assert queries.price_book().prices["claude-opus-4-5"].output == 25
    assert queries.price_book().rates["CNY"].usd == 0.1471
    assert "says this already" in fill("--as-of", "2026-11-29")
    assert len(queries.all_price_books()) == 1


def test_only_where_there_is_none_if_so_asked():
    actions.store_price_book(small_book())
    assert fill("--missing") == ""
    assert len(queries.all_price_books()) == 1
    assert "Price book 2" in fill()
