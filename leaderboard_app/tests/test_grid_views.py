"""The grid page through the real stack: the answer first, and everything behind it."""

import pytest
from django.urls import reverse

from leaderboard_app.tests.board_pages import page
from leaderboard_app.tests.metered import ams_vectors, metered
from tasks_app.domain.numbers import score_text

pytestmark = pytest.mark.django_db

PAGE = reverse("agentmeter")
EXPECTED = ams_vectors()["expected"]["configurations"]


@pytest.fixture(autouse=True)
def _uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def html(client, **query):
    response = client.get(PAGE, query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_reference_values_are_what_the_page_shows(client):
    metered()
    ranked = page(client, "agentmeter")["ranked"]

    shown = dict(zip(ranked.column("Configuration"), ranked.column("AMS"), strict=True))
    assert shown == {key: score_text(one["ams"]) for key, one in EXPECTED.items()}
