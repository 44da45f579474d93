from http import HTTPStatus

import pytest
from django.urls import reverse

from ecoagent_site.tests.page_paths import page_paths
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db

EXPLANATION = "This address only takes what a form sends"


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
