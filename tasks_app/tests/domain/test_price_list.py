"""The price list of the installed package as a book: names people use, base tiers, and notes."""

from datetime import date

import pytest

from tasks_app.domain.price_book import Rate
from tasks_app.domain.price_book_checks import book_problems
from tasks_app.domain.price_list import listed_book


@pytest.fixture(scope="module")
def book():
    return listed_book(date(2026, 11, 30))


def test_the_book_is_complete_enough_to_store_and_says_where_it_is_from(book):
    assert list(book_problems(book)) == []
    assert len(book.prices) > 1000
    assert book.source.startswith("genai-prices ")
    assert book.rates == {"CNY": Rate(0.1471, date(2026, 6, 1))}


def test_a_bare_name_has_the_price_of_its_maker_in_usd_per_million_tokens(book):
    opus = book.prices["claude-opus-4-5"]
    assert (opus.provider, opus.currency) == ("anthropic", "USD")
    assert (opus.input, opus.cached_input, opus.cache_creation, opus.output) == (5, 0.5, 6.25, 25)


def test_other_spellings_and_other_sellers_have_names_of_their_own(book):
    assert book.prices["claude-opus-4.5"].note == "another name of claude-opus-4-5"
    assert book.prices["gpt-5-codex"].input == book.prices["gpt-5"].input
    assert book.prices["zhipuai/GLM-4.7"].provider == "zhipuai"
    assert book.prices["GLM-4.7"].provider == "zai"
    assert book.prices["claude-3-5-haiku"].provider == "anthropic"


def test_a_tiered_price_is_its_base_tier_and_says_so(book):
    gemini = book.prices["gemini-2.5-pro"]
    assert gemini.input == 1.25
    assert gemini.note == "base tier: another price beyond 200,000 input tokens"


def test_a_price_that_depends_on_the_hour_says_so(book):
    assert book.prices["deepseek-chat"].note == "another price at some hours of the day"


def test_the_day_decides_between_an_old_and_a_new_price():
    before, after = listed_book(date(2026, 8, 16)), listed_book(date(2026, 9, 10))
    assert before.prices["deepseek-v4-flash"].input == 0.14
    assert after.prices["deepseek-v4-flash"].input == 0.15
