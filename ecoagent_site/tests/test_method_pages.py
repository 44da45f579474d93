from http import HTTPStatus
from uuid import UUID

import pytest
from django.urls import get_resolver, reverse

from runs_app.tests.people import person

pytestmark = pytest.mark.django_db

ANY_VALUE = {
    "UUIDConverter": UUID(int=1),
    "IntConverter": 1,
    "SlugConverter": "metrics",
    "Name": "demo",
    "Version": "1",
    "Ref": "demo@1",
    "TaskId": "t-1",
    "Digest": "0" * 64,
}
EXPLANATION = "This address only takes what a form sends"


def page_paths():
    """The path of every named page of the site, with some value in each place of its route."""
    routes = get_resolver().reverse_dict
    for name in {name for name in routes if isinstance(name, str)}:
        for *_, converters in routes.getlist(name):
            values = {key: ANY_VALUE[type(kind).__name__] for key, kind in converters.items()}
            path = reverse(name, kwargs=values)
            if not path.startswith(("/api/", "/admin/")):
                yield path


@pytest.mark.parametrize("is_maintainer", [True, False])
def test_no_address_of_a_form_answers_an_empty_page(client, is_maintainer):
    client.force_login(person("maya", is_maintainer=is_maintainer, is_submitter=True))
    answers = [client.get(path) for path in page_paths()]
    refused = [a for a in answers if a.status_code == HTTPStatus.METHOD_NOT_ALLOWED]

    assert len(refused) >= 12
    for answer in refused:
        assert EXPLANATION in answer.text, answer.request["PATH_INFO"]
        assert answer["Allow"] in ("POST", "POST, OPTIONS")  # functions, classes


def test_who_sent_a_form_logged_out_reads_after_the_log_in_that_nothing_was_stored(client):
    person("maya", is_maintainer=True, password="for-this-test")
    sent = client.post(reverse("calibrate"), {"bundle": "demo@1", "pricing": "reported"})
    name = {"username": "maya", "password": "for-this-test"}
    answer = client.post(sent.url, name, follow=True)

    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert EXPLANATION in answer.text


def test_a_405_of_the_api_stays_a_problem(client):
    answer = client.delete("/api/v1/bundles/")

    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer["Content-Type"] == "application/problem+json"
