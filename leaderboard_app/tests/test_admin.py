import pytest
from django.urls import reverse

from leaderboard_app.tests.published import published_rows

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", ["snapshot", "publication"])
def test_published_boards_can_be_looked_at_and_not_changed(admin_client, model):
    published = published_rows(1)
    key = published.pk if model == "snapshot" else published.publications.get().pk
    listed = admin_client.get(reverse(f"admin:leaderboard_app_{model}_changelist"))
    shown = reverse(f"admin:leaderboard_app_{model}_change", args=[key])

    assert listed.status_code == 200
    assert admin_client.get(shown).status_code == 200
    assert admin_client.post(shown, {}).status_code == 403
    assert admin_client.get(reverse(f"admin:leaderboard_app_{model}_add")).status_code == 403
