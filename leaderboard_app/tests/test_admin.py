import pytest
from django.urls import reverse

from leaderboard_app import actions
from leaderboard_app.tests.metered import uploaded
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


def test_a_calibration_can_be_looked_at_and_not_changed(admin_client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    actions.calibrate_bundle(uploaded().bundle_id)
    listed = admin_client.get(reverse("admin:leaderboard_app_calibration_changelist"))
    (found,) = listed.context["cl"].result_list
    address = reverse("admin:leaderboard_app_calibration_change", args=[found.pk])

    assert admin_client.get(address).status_code == 200
    assert admin_client.post(address, {}).status_code == 403
    assert admin_client.get(reverse("admin:leaderboard_app_calibration_add")).status_code == 403
