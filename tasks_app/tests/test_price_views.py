"""The pages of price books, through the whole stack."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tasks_app import actions, queries
from tasks_app.tests.price_books import OPUS, small_book

pytestmark = pytest.mark.django_db

LIST, CHANGES = reverse("price-book-list"), reverse("price-changes")
FIRST = reverse("price-book", args=[1])


def many(count):
    return {f"other_{number:04}": replace(OPUS, input=float(number)) for number in range(count)}


def html_of(client, address, **parameters):
    return client.get(address, parameters).content.decode()


def test_without_a_book_the_pages_say_what_to_do(client):
    assert "No price book yet" in html_of(client, LIST)
    assert "There is no price book yet" in html_of(client, CHANGES)
    assert client.get(FIRST).status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_one_query_however_many_versions(client, rows, django_assert_num_queries):
    for number in range(rows):
        actions.store_price_book(small_book(**many(number)))
    with django_assert_num_queries(1):
        response = client.get(LIST)
    assert response.content.count(b'scope="row"') == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_a_book_takes_three_queries_however_many_prices(client, rows, django_assert_num_queries):
    actions.store_price_book(small_book(**many(rows)))
    with django_assert_num_queries(3):  # the version, its providers, a page of prices
        response = client.get(FIRST)
    assert len(response.context["page"].rows) == 3 + rows


def test_a_book_shows_its_prices_rates_and_digest(client):
    actions.store_price_book(small_book())
    html = html_of(client, FIRST)
    digest = queries.all_price_books()[0].digest
    for text in ("claude-opus-4-5", "6.25", "as input", "0.1471", "2026-06-01", digest):
        assert text in html


def test_a_long_book_comes_in_pages_and_is_searched(client):
    actions.store_price_book(small_book(**many(60)))
    first = client.get(FIRST).context["page"]
    assert len(first.rows) == 50
    assert len(client.get(FIRST + first.next_href).context["page"].rows) == 13
    assert [p.model for p in client.get(FIRST, {"search": "OPUS"}).context["page"].rows] == [
        "claude-opus-4-5"
    ]
    dearest = client.get(FIRST, {"provider": "anthropic", "prices.sort": "-input"})
    assert dearest.context["page"].rows[0].model == "other-0059"


def test_an_unknown_provider_is_a_note_and_hostile_text_is_escaped(client):
    evil = {"<script>alert(1)</script>": OPUS}
    actions.store_price_book(replace(small_book(), prices=evil))
    html = html_of(client, FIRST, provider="nobody", search="")
    assert "provider=nobody is not one of anthropic" in html
    assert "<script>alert" not in html


def test_two_versions_are_compared_the_newest_with_the_one_before(client):
    actions.store_price_book(small_book())
    cheaper = replace(OPUS, output=20.0)
    actions.store_price_book(small_book(claude_opus_4_5=cheaper, new_1=OPUS))
    response = client.get(CHANGES)
    assert (response.context["old"].version, response.context["new"].version) == (1, 2)
    shown = {
        row.cells[0].text: [cell.text for cell in row.cells[1:]]
        for row in response.context["changes"].rows
    }
    assert set(shown) == {"claude-opus-4-5", "new-1"}
    assert shown["claude-opus-4-5"][0] == "changed"
    assert shown["claude-opus-4-5"][-2:] == ["25", "20"]
    assert shown["new-1"][0] == "added"
    backwards = client.get(CHANGES, {"old": "2", "new": "1", "search": "NEW"})
    assert [row.cells[1].text for row in backwards.context["changes"].rows] == ["removed"]


def test_of_very_many_changes_a_hundred_are_shown_and_the_rest_counted(client):
    actions.store_price_book(small_book())
    actions.store_price_book(small_book(**many(130)))
    response = client.get(CHANGES)
    assert len(response.context["changes"].rows) == 100
    assert response.context["count"] == 130
    assert "of 130 shown" in response.content.decode()


def test_a_version_that_is_not_there_is_noted(client):
    actions.store_price_book(small_book())
    assert "new=7 is not one of 1" in html_of(client, CHANGES, new="7")
