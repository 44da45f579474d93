"""The admin looks at audits and labels and changes nothing."""

import pytest
from django.urls import reverse

from audit_app import actions
from audit_app.tests.audits import bare_audit, label_next, reviewer
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


def test_labels_of_closed_audits_can_be_looked_at_and_not_changed(admin_client):
    audit = bare_audit()
    label_next(audit, reviewer())
    shown = reverse("admin:audit_app_humanlabel_change", args=[audit.labels.get().pk])
    assert admin_client.get(shown).status_code == 302  # still open: not there
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    assert admin_client.get(shown).status_code == 200
    assert admin_client.post(shown, {}).status_code == 403
    assert admin_client.get(reverse("admin:audit_app_humanlabel_add")).status_code == 403


@pytest.mark.parametrize("model", ["audit", "humanlabel", "adjudication"])
def test_every_list_opens(admin_client, model):
    bare_audit()
    assert admin_client.get(reverse(f"admin:audit_app_{model}_changelist")).status_code == 200
