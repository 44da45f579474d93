"""Recording labels: once, in a chain, and resolved by a stated rule when they come late."""

import pytest

from audit_app import actions, queries
from audit_app.models import HumanLabel
from audit_app.tests.audits import opened_audit, reviewer, says

pytestmark = pytest.mark.django_db


def test_an_audit_over_real_runs_is_labelled_from_first_to_last():
    audit, rita = opened_audit(), reviewer()
    while (claimed := actions.claim_item(audit.pk, rita)) is not None:
        actions.record_label(claimed.item.id, rita, says("correct", claimed.version))
    progress = queries.audit_progress(audit.pk)
    assert progress.done == progress.total == audit.size
    assert queries.my_progress(audit.pk, rita) == progress
    assert HumanLabel.objects.count() == audit.size
