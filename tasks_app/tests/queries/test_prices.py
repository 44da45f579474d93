"""Reading price books costs as little as what is shown of them."""

import pytest

from tasks_app import actions, queries
from tasks_app.tests.price_books import OPUS, small_book

pytestmark = pytest.mark.django_db


def test_without_any_book_there_is_none():
    assert queries.price_book() is None
    assert queries.price_book(1) is None
    assert queries.all_price_books() == ()


def test_a_version_that_was_read_before_costs_one_query(django_assert_num_queries):
    actions.store_price_book(small_book())
    queries.price_book()
    with django_assert_num_queries(1):
        assert len(queries.price_book(1).prices) == 3


def test_prices_are_found_by_provider_and_by_a_text_in_the_name():
    actions.store_price_book(small_book(claude_haiku_4_5=OPUS))
    book = queries.all_price_books()[0]

    def names(**wanted):
        return [price.model for price in queries.listed_prices(book.id, **wanted)]

    assert names() == ["claude-haiku-4-5", "claude-opus-4-5", "gpt-5-codex", "kimi-k2"]
    assert names(provider="openai") == ["gpt-5-codex"]
    assert names(search="OPUS") == ["claude-opus-4-5"]
    assert names(search="opus", provider="openai") == []
    assert queries.price_providers(book.id) == ("anthropic", "moonshotai", "openai")


def test_versions_are_listed_newest_first_in_one_query(django_assert_num_queries):
    actions.store_price_book(small_book())
    actions.store_price_book(small_book(other=OPUS))
    with django_assert_num_queries(1):
        assert [(row.version, row.model_count) for row in queries.all_price_books()] == [
            (2, 4),
            (1, 3),
        ]
