"""Editing the price book: maintainers only, and always the next version."""

import pytest
from django.urls import reverse

from tasks_app import actions, queries
from tasks_app.tests.price_books import OPUS, small_book

pytestmark = pytest.mark.django_db

EDIT = reverse("price-edit")


@pytest.fixture
def maintainer(client, django_user_model):
    actions.store_price_book(small_book())
    client.force_login(django_user_model.objects.create_user("mia", is_maintainer=True))
    return client


def sent(prices=(), rates=(), **others):
    """What the form sends for these rows."""
    fields = {"version": 1, "as_of": "2026-12-24", **others}
    for prefix, rows in (("prices", prices), ("rates", rates)):
        fields |= {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": 0}
        for number, row in enumerate(rows):
            fields |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return fields


NEW = {"model": "new-1", "currency": "USD", "input": "1.5", "cached_input": "", "output": "6"}


def test_an_edit_becomes_the_next_version_with_the_rest_taken_over(maintainer):
    gone = {"model": "kimi-k2", "currency": "CNY", "input": "4", "output": "16", "remove": "on"}
    blank = {"model": "", "currency": "USD", "input": ""}
    rate = {"currency": "EUR", "usd": "1.1", "as_of": "2026-12-24"}
    response = maintainer.post(EDIT, sent([NEW, gone, blank], [rate]))
    assert response.headers["Location"] == reverse("price-book", args=[2])
    book = queries.price_book()
    assert set(book.prices) == {"claude-opus-4-5", "gpt-5-codex", "new-1"}
    assert (book.prices["new-1"].input, book.prices["new-1"].cached_input) == (1.5, None)
    assert book.prices["claude-opus-4-5"] == OPUS
    assert (str(book.as_of), book.rates["EUR"].usd) == ("2026-12-24", 1.1)
    assert queries.all_price_books()[0].created_by == "mia"


def test_the_page_offers_what_was_searched_for_and_the_rates(maintainer):
    page = maintainer.get(EDIT, {"search": "OPUS", "provider": ""}).content.decode()
    assert 'value="claude-opus-4-5"' in page
    assert "gpt-5-codex" not in page
    assert 'value="0.1471"' in page
    assert "claude-opus-4-5" not in maintainer.get(EDIT).content.decode()


@pytest.mark.parametrize(
    "wrong", [{"input": "-1"}, {"input": "dear"}, {"currency": "usd"}, {"output": "nan"}]
)
def test_wrong_fields_are_named_and_nothing_is_stored(maintainer, wrong):
    response = maintainer.post(EDIT, sent([{**NEW, **wrong}]))
    assert response.status_code == 400
    assert 'class="errorlist"' in response.content.decode()
    assert queries.price_book().version == 1


def test_a_book_that_would_not_hold_together_is_refused_with_the_reason(maintainer):
    response = maintainer.post(EDIT, sent([{**NEW, "currency": "CHF"}]))
    assert response.status_code == 422
    assert "no rate of &#x27;CHF&#x27;" in response.content.decode()
    assert queries.price_book().version == 1


def test_who_edits_an_outdated_version_is_told_so(maintainer):
    maintainer.post(EDIT, sent([NEW]))
    response = maintainer.post(EDIT, sent([{**NEW, "model": "new-2"}]))
    assert response.status_code == 422
    assert "not the newest version" in response.content.decode()
    assert queries.price_book().version == 2


def test_only_maintainers_edit(client, django_user_model):
    actions.store_price_book(small_book())
    assert client.get(EDIT).status_code == 302
    assert client.post(EDIT, sent([NEW])).status_code == 302
    client.force_login(django_user_model.objects.create_user("sam", is_submitter=True))
    assert client.get(EDIT).status_code == client.post(EDIT, sent([NEW])).status_code == 403
    assert queries.price_book().version == 1


def test_without_a_book_there_is_nothing_to_edit(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("mia", is_maintainer=True))
    assert client.get(EDIT).status_code == 404
