"""Closing ends an audit for good; disagreements are then decided beside the labels."""

import pytest
from django.db import DatabaseError, transaction

from audit_app import actions, queries
from audit_app.domain.labels import Decision
from audit_app.models import Adjudication
from audit_app.signals import session_closed
from audit_app.tests.audits import bare_audit, items, label_next, opened_audit, reviewer
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


def test_there_is_no_report_before_closing_and_one_after(mia):
    audit = bare_audit()
    label_next(audit, reviewer())
    assert queries.report(audit.pk) is None
    closed = actions.close_audit(audit.pk, mia)
    assert (closed.status, closed.reason) == ("closed", "Closed by mia.")
    assert queries.report(audit.pk).counts.drawn == 3


def test_closing_twice_is_a_conflict(mia):
    audit = bare_audit()
    actions.close_audit(audit.pk, mia, "Enough.")
    with pytest.raises(Conflict):
        actions.close_audit(audit.pk, mia)


def test_closing_tells_the_boards_on_commit(django_capture_on_commit_callbacks):
    heard = []

    def listen(sender, bundle_id, **_):
        heard.append(bundle_id)

    audit = opened_audit()
    session_closed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            actions.close_audit(audit.pk, audit.opened_by)
    finally:
        session_closed.disconnect(listen)
    assert heard == [audit.bundle_id]


def test_an_adjudication_stands_beside_the_labels_and_is_never_changed(mia):
    audit = bare_audit(size=1)
    item_id = label_next(audit, reviewer(), "correct")
    with pytest.raises(Conflict, match="closed"):
        actions.adjudicate(item_id, mia, Decision.INCORRECT, "Too early.")
    actions.close_audit(audit.pk, mia)
    actions.adjudicate(item_id, mia, Decision.INCORRECT, "The evidence says otherwise.")
    assert audit.labels.get().decision == "correct"
    (found,) = queries.audited_items(audit.pk)
    assert (found.labels[0].decision, found.adjudicated) == ("correct", "incorrect")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Adjudication.objects.update(decision="correct")


def test_an_adjudication_needs_a_decision_and_a_reason(mia):
    audit = bare_audit()
    actions.close_audit(audit.pk, mia)
    for decision, reason in ((Decision.UNSURE, "Hm."), (Decision.CORRECT, " ")):
        with pytest.raises(Refused):
            actions.adjudicate(items(audit)[0].pk, mia, decision, reason)
