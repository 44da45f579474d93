"""Closing ends an audit for good; disagreements are then decided beside the labels."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, transaction

from audit_app import actions, queries
from audit_app.actions.labels import logged, settle
from audit_app.actions.sessions import locked_session
from audit_app.domain.labels import Decision
from audit_app.models import Adjudication
from audit_app.queries.reports import counting_labels
from audit_app.signals import session_closed
from audit_app.tests.audits import bare_audit, items, label_next, opened_audit, reviewer, says
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


@pytest.fixture
def heard():
    """The bundle ids that `session_closed` was sent with."""
    bundle_ids = []

    def listen(sender, bundle_id, **_):
        bundle_ids.append(bundle_id)

    session_closed.connect(listen)
    yield bundle_ids
    session_closed.disconnect(listen)


def test_closing_tells_the_boards_on_commit(heard, django_capture_on_commit_callbacks):
    audit = opened_audit()
    with django_capture_on_commit_callbacks(execute=True):
        actions.close_audit(audit.pk, audit.opened_by)
        assert heard == []
    assert heard == [audit.bundle_id]


def test_a_third_decision_tells_the_boards_on_commit_as_closing_did(
    heard, django_capture_on_commit_callbacks
):
    audit = opened_audit()
    actions.close_audit(audit.pk, audit.opened_by)
    item_id, said = items(audit)[0].pk, (Decision.CORRECT, "Read again.")
    with django_capture_on_commit_callbacks(execute=True):
        actions.adjudicate(item_id, audit.opened_by, *said)
        assert heard == []
    assert heard == [audit.bundle_id]
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refused):
        actions.adjudicate(item_id, audit.opened_by, Decision.CORRECT, " ")
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


@pytest.mark.django_db(transaction=True)
def test_a_label_on_its_way_while_an_audit_closes_is_refused_and_leaves_no_trace():
    audit, rita, mia = bare_audit(), reviewer(), person("mia", is_maintainer=True)
    item_id = actions.claim_item(audit.pk, rita).item.id

    def close():
        actions.close_audit(audit.pk, mia)
        connection.close()

    def label_slowly():
        with transaction.atomic():
            settled = settle(locked_session(audit.pk, rita), item_id, says())
            with ThreadPoolExecutor(1) as pool:
                pool.submit(close).result(timeout=20)  # waits for nothing that the label holds
            logged(settled)

    with pytest.raises(Conflict, match="closed"):
        label_slowly()
    assert not audit.labels.exists()
    assert queries.report(audit.pk).counts.drawn == 3


def test_closing_gives_a_waiting_label_the_seat_that_somebody_still_holds(mia, clock):
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    item_id = actions.claim_item(audit.pk, rita).item.id
    clock.forward(minutes=11)
    assert actions.claim_item(audit.pk, rob).item.id == item_id
    actions.record_label(item_id, rita, says("incorrect"))
    assert not any(counting_labels(audit.pk).values())
    actions.close_audit(audit.pk, mia)
    (counted,) = counting_labels(audit.pk).values()
    assert [label.decision for label in counted.values()] == ["incorrect"]
