import pytest
from django.urls import reverse

from ecoagent_site.tests.page_paths import ANY_VALUE, page_paths
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db

UNSENT = "what you sent was not stored"


def test_every_form_that_is_sent_logged_out_says_at_the_log_in_that_nothing_was_stored(client):
    said = {}
    for path in page_paths():
        client.cookies.clear()
        answer = client.post(path, {"title": "long work"})
        if "/login/?next=" in answer.get("Location", ""):
            said[path] = UNSENT in client.get(answer["Location"]).text

    assert len(said) >= 20
    item = [ANY_VALUE["UUIDConverter"]] * 2  # its two forms are kept and filled in again
    kept = [reverse("audit-item", args=item), reverse("audit-reveal", args=item)]
    assert [path for path, is_said in said.items() if not is_said] == kept


def test_who_only_looked_at_a_page_is_not_told_so(client):
    assert UNSENT not in client.get(reverse("account"), follow=True).text


def test_who_logs_in_or_is_led_elsewhere_is_not_told_so(client):
    person("maya", password="for-this-test")
    name = {"username": "maya", "password": "for-this-test"}
    assert UNSENT not in client.post(reverse("login"), name, follow=True).text
    assert UNSENT not in client.post(reverse("logout"), follow=True).text
