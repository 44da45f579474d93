"""Price books through the API: strict parameters, and answers that may be kept for good."""

import pytest

from tasks_app import actions
from tasks_app.tests.api_answers import problem, problem_fields
from tasks_app.tests.price_books import OPUS, small_book

pytestmark = pytest.mark.django_db

BOOKS = "/api/v1/price-books/"
PRICES = f"{BOOKS}1/prices/"


@pytest.fixture
def book():
    actions.store_price_book(small_book())
    return small_book()


def test_without_a_book_the_list_is_empty_and_a_version_is_not_found(client):
    assert client.get(BOOKS).json() == {"results": [], "next": None, "previous": None}
    assert problem(client.get(f"{BOOKS}1/"), 404)
    assert problem(client.get(PRICES), 404)


def test_a_version_says_where_it_is_from(client, book):
    actions.store_price_book(small_book(other=OPUS))
    first = client.get(f"{BOOKS}1/").json()
    assert first.pop("created_at")
    assert first == {
        "version": 1,
        "as_of": "2026-11-30",
        "source": "a test",
        "digest": book.digest,
        "models": 3,
        "rates": {"CNY": {"usd": 0.1471, "as_of": "2026-06-01"}},
        "based_on": None,
    }
    assert [row["version"] for row in client.get(BOOKS).json()["results"]] == [2, 1]
    assert [row["version"] for row in client.get(f"{BOOKS}?order=version").json()["results"]] == [
        1,
        2,
    ]


@pytest.mark.parametrize("rows", [1, 3])
def test_a_page_of_prices_takes_two_queries(client, rows, django_assert_num_queries):
    actions.store_price_book(small_book(**{f"other_{n}": OPUS for n in range(rows)}))
    with django_assert_num_queries(2):
        assert len(client.get(PRICES).json()["results"]) == 3 + rows


def test_prices_are_searched_filtered_ordered_and_paged(client, book):
    assert client.get(f"{PRICES}?search=codex").json()["results"] == [
        {
            "model": "gpt-5-codex",
            "provider": "openai",
            "currency": "USD",
            "input": 1.25,
            "cached_input": 0.125,
            "cache_creation": None,
            "output": 10.0,
            "note": "another name of gpt-5",
        }
    ]
    page = client.get(f"{PRICES}?order=-output&page_size=2").json()
    assert [row["model"] for row in page["results"]] == ["claude-opus-4-5", "kimi-k2"]
    assert [row["model"] for row in client.get(page["next"]).json()["results"]] == ["gpt-5-codex"]
    assert client.get(f"{PRICES}?provider=nobody").json()["results"] == []


def test_unknown_parameters_are_refused_by_name(client, book):
    wrong = client.get(f"{PRICES}?model=x&order=note")
    assert problem_fields(wrong) == {"model", "order"}
    assert problem(client.get(f"{BOOKS}1/?x=1"), 400)


@pytest.mark.parametrize("address", [f"{BOOKS}1/", PRICES, f"{PRICES}?search=opus"])
def test_a_version_may_be_kept_for_good(client, book, address, django_assert_num_queries):
    first = client.get(address)
    assert "immutable" in first["Cache-Control"]
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
