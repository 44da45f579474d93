"""Maintainers give roles in the admin, and cannot give themselves more."""

import pytest
from django.urls import reverse

from ecoagent_site.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya(client):
    user = User.objects.create_user("maya", password="x", is_maintainer=True, is_staff=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def change(client, user, **fields):
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    data = {"username": user.username, "is_active": "on", **joined, **fields}
    return client.post(reverse("admin:ecoagent_site_user_change", args=[user.pk]), data)


def test_a_maintainer_makes_somebody_a_submitter(client, maya):
    sam = User.objects.create_user("sam")
    assert change(client, sam, is_submitter="on").status_code == 302
    sam.refresh_from_db()
    assert sam.roles == ["submitter"]


def test_a_maintainer_makes_no_superuser_and_changes_none(client, maya):
    change(client, maya, is_maintainer="on", is_staff="on", is_superuser="on")
    maya.refresh_from_db()
    assert not maya.is_superuser
    root = User.objects.create_superuser("root", password="x")
    assert change(client, root, username="mine").status_code == 403


def test_a_maintainer_sees_the_rows_of_every_app(client, maya):
    for name in ("tasks_app_bundle", "runs_app_run", "leaderboard_app_snapshot"):
        assert client.get(reverse(f"admin:{name}_changelist")).status_code == 200


def test_staff_without_the_role_see_nothing_and_a_maintainer_who_left_neither(client, maya):
    User.objects.filter(pk=maya.pk).update(is_maintainer=False)
    assert client.get(reverse("admin:ecoagent_site_user_changelist")).status_code == 403
