import pytest

from leaderboard_app.domain.meter.pricing import Pricing, usual_pricing
from leaderboard_app.tests.meter_factories import attempt, price_book

KNOWN, UNKNOWN = attempt(1), attempt(1, cost_usd=None)


def test_a_reported_cost_is_taken_as_it_is_and_zero_is_a_cost():
    cost = Pricing().of_model("model-a")

    assert cost(KNOWN).value == 0.01
    assert cost(attempt(1, cost_usd=0.0)).value == 0.0
    assert cost(UNKNOWN).value is None
    assert cost(UNKNOWN).reason == "no cost was reported"


def test_a_book_prices_tokens_whatever_was_reported():
    """1,200 tokens at USD 5 for a million: USD 0.006."""
    cost = Pricing(price_book(model_a=5)).of_model("model-a")

    assert cost(KNOWN).value == pytest.approx(0.006)
    assert cost(UNKNOWN).value == pytest.approx(0.006)


def test_a_model_without_a_price_has_no_cost_and_the_reason_names_it():
    cost = Pricing(price_book(3, model_a=5)).of_model("model-b")

    assert cost(KNOWN).value is None
    assert cost(KNOWN).reason == "price book 3 has no price of model-b"


def test_unknown_tokens_have_no_cost_by_the_book():
    bare = attempt(1, input_tokens=None, output_tokens=None, total_tokens=None)

    assert Pricing(price_book(model_a=5)).of_model("model-a")(bare).value is None


@pytest.mark.parametrize(
    ("episodes", "rule"),
    [
        ([KNOWN, KNOWN], "reported"),
        ([KNOWN, UNKNOWN], "book"),  # one is reported, two are in the book
        ([UNKNOWN, UNKNOWN], "book"),
        ([], "reported"),
    ],
)
def test_costs_are_as_reported_unless_some_are_unknown_and_the_book_knows_more(episodes, rule):
    book = price_book(model_a=5)

    assert usual_pricing([("model-a", one) for one in episodes], book).rule == rule


def test_a_book_that_knows_no_more_than_was_reported_is_not_used():
    episodes = [("model-a", KNOWN), ("model-b", UNKNOWN)]

    assert usual_pricing(episodes, price_book(model_b=5)).rule == "reported"
    assert usual_pricing(episodes, None).rule == "reported"


def test_the_payload_names_the_book_and_its_digest():
    book = price_book(7, model_a=5)

    assert Pricing(book).payload() == {"rule": "book", "book": "7", "book_digest": book.digest}
    assert Pricing().payload() == {"rule": "reported", "book": None, "book_digest": None}
