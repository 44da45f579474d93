"""Cost of an episode from its tokens: to the cent where it is known, with a reason where not."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.domain.price_book import ModelPrice, PriceBook, Rate, Tokens, episode_cost
from tasks_app.domain.price_book_checks import book_problems

DAY = date(2026, 11, 30)
OPUS = ModelPrice("USD", 5.0, 0.5, 6.25, 25.0, "anthropic")
PLAIN = ModelPrice("USD", 2.0, None, None, 8.0, "openai")
FLAT = ModelPrice("USD", 1.0, 1.0, None, 1.0)
YUAN = ModelPrice("CNY", 4.0, 1.0, None, 16.0, "deepseek")
BOOK = PriceBook(
    version=3,
    as_of=DAY,
    prices={"claude-opus-4-5": OPUS, "plain": PLAIN, "flat": FLAT, "Yuan-1": YUAN},
    rates={"CNY": Rate(0.1471, date(2026, 6, 1))},
    source="test",
)
COUNTS = st.integers(min_value=0, max_value=10**9)


def usd(model, *tokens):
    return episode_cost(model, Tokens(*tokens), BOOK)


def test_each_part_of_the_input_has_its_own_price():
    # 1,000,000 input of which 600,000 cached and 100,000 written to the cache: 300,000 plain.
    # 0.3 * 5 + 0.6 * 0.5 + 0.1 * 6.25 + 0.02 * 25 = 1.5 + 0.3 + 0.625 + 0.5 = 2.925 USD
    cost = usd("claude-opus-4-5", 1_000_000, 600_000, 100_000, 20_000)
    assert cost.value == pytest.approx(2.925)
    assert cost.reason is None


def test_another_currency_is_turned_into_usd_at_the_rate_of_the_book():
    # (1.0 * 4 + 0.5 * 16) CNY = 12 CNY * 0.1471 = 1.7652 USD
    assert usd("Yuan-1", 1_000_000, 0, 0, 500_000).value == pytest.approx(1.7652)


def test_parts_without_a_price_of_their_own_are_billed_as_input_known_or_not():
    # 1 * 2 + 1 * 8 = 10 USD, however the input splits
    for split in ((0, 0), (700_000, 300_000), (None, None)):
        assert usd("plain", 1_000_000, *split, 1_000_000).value == pytest.approx(10.0)


def test_no_tokens_cost_zero_which_is_known():
    assert usd("claude-opus-4-5", 0, None, None, 0).value == 0.0


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ((None, 0, 0, 10), "the number of input tokens is unknown"),
        ((10, 0, 0, None), "the number of output tokens is unknown"),
        ((10, None, 0, 10), "how many input tokens were cached is unknown"),
        ((10, 0, None, 10), "how many input tokens were cache creation is unknown"),
        ((10, 8, 3, 10), "more tokens are cached or created in the cache than were input"),
        ((None, None, None, None, 99), "the number of input tokens is unknown"),
    ],
)
def test_unknown_tokens_make_the_cost_unknown_and_say_which(tokens, reason):
    cost = usd("claude-opus-4-5", *tokens)
    assert cost.value is None
    assert cost.reason.startswith(reason)


def test_a_total_is_enough_where_all_tokens_cost_the_same():
    assert usd("flat", None, None, None, None, 3_000_000).value == pytest.approx(3.0)
    assert usd("flat", 5, None, None, None).reason == "the number of output tokens is unknown"


def test_a_model_without_price_or_rate_has_no_cost_and_the_reason_names_it():
    assert usd("nobody-1", 1, 0, 0, 1).reason == "price book 3 has no price of nobody-1"
    lone = replace(BOOK, rates={})
    cost = episode_cost("Yuan-1", Tokens(1, 0, 0, 1), lone)
    assert (cost.value, cost.reason) == (None, "price book 3 has no rate of CNY, for Yuan-1")


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("claude-opus-4-5", "claude-opus-4-5"),
        ("Claude-Opus-4-5", "claude-opus-4-5"),
        ("claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("claude-opus-4-5-2025-11-01", "claude-opus-4-5"),
        ("anthropic/claude-opus-4-5", "claude-opus-4-5"),
        ("anthropic/claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("yuan-1", "Yuan-1"),
        ("elsewhere/claude-opus-4-5", None),
        ("claude-opus-4-6", None),
        ("claude-opus", None),
        ("", None),
    ],
)
def test_a_name_is_found_without_guessing(model, name):
    assert BOOK.name_of(model) == name


def test_an_exact_name_goes_before_any_other_spelling():
    dated = replace(BOOK, prices={**BOOK.prices, "claude-opus-4-5-20251101": PLAIN})
    assert dated.name_of("claude-opus-4-5-20251101") == "claude-opus-4-5-20251101"


@given(plain=COUNTS, cached=COUNTS, created=COUNTS, output=COUNTS)
def test_cost_is_never_negative_and_grows_with_output(plain, cached, created, output):
    tokens = (plain + cached + created, cached, created)
    less = usd("claude-opus-4-5", *tokens, output).value
    more = usd("claude-opus-4-5", *tokens, output + 1000).value
    assert 0 <= less < more


def test_the_digest_covers_prices_rates_and_day_and_not_the_version_or_the_order():
    again = replace(BOOK, version=9, prices=dict(reversed(BOOK.prices.items())))
    assert again.digest == BOOK.digest
    dearer = replace(OPUS, output=26.0)
    for other in (
        replace(BOOK, prices={**BOOK.prices, "claude-opus-4-5": dearer}),
        replace(BOOK, rates={"CNY": Rate(0.15, DAY)}),
        replace(BOOK, as_of=date(2026, 1, 1)),
    ):
        assert other.digest != BOOK.digest


def test_every_problem_of_a_book_is_named():
    bad = replace(
        BOOK,
        prices={
            " ": PLAIN,
            "minus": replace(PLAIN, input=-1.0),
            "nan": replace(PLAIN, output=float("nan")),
            "franc": replace(PLAIN, currency="CHF"),
            "odd": replace(PLAIN, currency="usd"),
        },
        rates={"CNY": Rate(0.0, DAY), "USD": Rate(2.0, DAY)},
    )
    assert [(problem.code, problem.message.split(":")[0]) for problem in book_problems(bad)] == [
        ("bad_rate", "The rate of CNY is not a positive number of USD."),
        ("bad_currency", "'USD' is no code of three capitals beside USD."),
        ("bad_name", "' ' is no name of a model."),
        ("bad_price", "'minus'"),
        ("bad_price", "'nan'"),
        ("no_rate", "'franc'"),
        ("bad_currency", "'odd'"),
        ("no_rate", "'odd'"),
    ]
    assert list(book_problems(BOOK)) == []
