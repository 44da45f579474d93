"""Recording labels: once, in a chain, and resolved by a stated rule when they come late."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from audit_app import actions, queries
from audit_app.domain.blinding import Passage
from audit_app.domain.labels import Decision, StaleWrite
from audit_app.models import Claim, HumanLabel, Item
from audit_app.queries.reports import counting_labels
from audit_app.tests.audits import bare_audit, items, label_next, opened_audit, reviewer, says
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict, Refused

pytestmark = pytest.mark.django_db


def decisions(audit):
    return list(audit.labels.values_list("annotator", "decision"))


def counted(audit):
    """What counts of each item, by annotator."""
    return [
        {name: label.decision for name, label in labels.items()}
        for labels in counting_labels(audit.pk).values()
    ]


def test_an_audit_over_real_runs_is_labelled_from_first_to_last():
    audit, rita = opened_audit(), reviewer()
    while (claimed := actions.claim_item(audit.pk, rita)) is not None:
        actions.record_label(claimed.item.id, rita, says("correct", claimed.version))
    progress = queries.audit_progress(audit.pk)
    assert progress.done == progress.total == audit.size == 4
    assert queries.my_progress(audit.pk, rita) == progress
    assert HumanLabel.objects.count() == audit.size


def test_a_label_remembers_rubric_content_blindness_and_author():
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita, "incorrect")
    label, item = audit.labels.get(), Item.objects.get(pk=item_id)
    assert (label.annotator, label.decision, label.was_blind) == ("rita", "incorrect", True)
    assert (label.rubric_version, label.content_digest) == ("r1", item.content_digest)
    assert (label.number, label.version, label.previous) == (1, 1, "")


def test_a_double_submit_is_stored_once():
    audit, rita = bare_audit(), reviewer()
    claimed, request_id = actions.claim_item(audit.pk, rita), uuid4()
    sent = says("correct", comment="Sure.", request_id=request_id)
    first = actions.record_label(claimed.item.id, rita, sent)
    second = actions.record_label(claimed.item.id, rita, sent)
    assert (first.is_repeated, second.is_repeated) == (False, True)
    assert first.label == second.label
    assert (audit.labels.count(), second.mine, second.audit.done) == (1, 1, 1)


def test_the_same_decision_from_a_second_tab_adds_nothing():
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita)
    assert actions.record_label(item_id, rita, says("correct", 0)).is_repeated
    assert audit.labels.count() == 1


def test_another_decision_from_a_stale_tab_is_refused_with_both_states():
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita, "correct")
    with pytest.raises(StaleWrite) as refusal:
        actions.record_label(item_id, rita, says("incorrect", 0, comment="No."))
    assert refusal.value.members["stored"]["decision"] == "correct"
    assert refusal.value.members["sent"] == {
        "decision": "incorrect",
        "reason": "",
        "comment": "No.",
        "flag": False,
    }
    assert refusal.value.members["version"] == 1
    assert decisions(audit) == [("rita", "correct")]


def test_clearing_in_one_tab_and_deciding_in_another_is_a_conflict():
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita, "correct")
    actions.record_label(item_id, rita, says("cleared", 1))
    with pytest.raises(StaleWrite) as refusal:
        actions.record_label(item_id, rita, says("incorrect", 1))
    assert refusal.value.members["stored"] is None


def test_an_own_label_is_changed_until_closing_and_its_history_is_kept():
    audit, rita, mia = bare_audit(), reviewer(), person("mia", is_maintainer=True)
    item_id = label_next(audit, rita, "correct")
    actions.record_label(item_id, rita, says("incorrect", 1))
    assert decisions(audit) == [("rita", "correct"), ("rita", "incorrect")]
    assert counted(audit) == [{"rita": "incorrect"}]
    assert queries.audit_progress(audit.pk).done == 1
    actions.close_audit(audit.pk, mia)
    with pytest.raises(Conflict, match="closed"):
        actions.record_label(item_id, rita, says("correct", 2))
    assert counted(audit) == [{"rita": "incorrect"}]


def test_a_label_taken_back_counts_no_more_and_the_item_is_in_hand_again():
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita)
    recorded = actions.record_label(item_id, rita, says("cleared", 1))
    assert (recorded.label, recorded.mine, recorded.audit.done) == (None, 0, 0)
    assert actions.claim_item(audit.pk, rita).item.id == item_id
    with pytest.raises(Conflict, match="no label"):
        actions.record_label(item_id, rita, says("cleared", 2))


def test_what_nobody_handed_out_cannot_be_labelled_even_by_its_id():
    audit, rita = bare_audit(), reviewer()
    with pytest.raises(Claim.DoesNotExist):
        actions.record_label(items(audit)[0].pk, rita, says())
    assert audit.labels.count() == 0


def test_another_reviewers_item_is_out_of_reach_by_its_id():
    audit, rita, rob = bare_audit(), reviewer(), reviewer("rob")
    item_id = label_next(audit, rita)
    with pytest.raises(Claim.DoesNotExist):
        actions.record_label(item_id, rob, says("incorrect", 1))
    assert queries.my_item(audit.pk, item_id, rob) is None


def test_another_audits_item_is_out_of_reach_through_this_one():
    first, second, rita = bare_audit(), bare_audit(), reviewer()
    claimed = actions.claim_item(second.pk, rita)
    with pytest.raises(Claim.DoesNotExist):
        actions.record_label(claimed.item.id, rita, says(), audit_id=first.pk)
    assert queries.my_item(first.pk, claimed.item.id, rita) is None


@pytest.mark.parametrize("bad", [says("skip"), says("correct", comment="x" * 5001)])
def test_a_refused_label_leaves_the_old_one_as_it_is(bad):
    audit, rita = bare_audit(), reviewer()
    item_id = label_next(audit, rita, "correct")
    with pytest.raises(Refused):
        actions.record_label(item_id, rita, bad)
    assert decisions(audit) == [("rita", "correct")]


def test_a_skip_says_why_and_fills_its_reading():
    audit, rita = bare_audit(size=1), reviewer()
    claimed = actions.claim_item(audit.pk, rita)
    recorded = actions.record_label(claimed.item.id, rita, says("skip", reason="No evidence."))
    assert recorded.audit.done == recorded.audit.total == 1
    assert actions.claim_item(audit.pk, rita) is None


def test_a_late_label_takes_a_seat_that_is_open(clock):
    audit, rita = bare_audit(size=1), reviewer()
    claimed = actions.claim_item(audit.pk, rita)
    clock.forward(minutes=11)
    actions.return_abandoned(audit.pk)
    recorded = actions.record_label(claimed.item.id, rita, says())
    assert (recorded.is_late, recorded.counts) == (True, True)
    assert queries.audit_progress(audit.pk).done == 1


def test_a_late_label_without_a_seat_is_kept_as_surplus(clock):
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    claimed = actions.claim_item(audit.pk, rita)
    clock.forward(minutes=11)
    assert actions.claim_item(audit.pk, rob).item.id == claimed.item.id
    late = actions.record_label(claimed.item.id, rita, says("incorrect"))
    assert (late.is_late, late.counts, late.audit.done) == (True, False, 0)
    assert actions.record_label(claimed.item.id, rob, says("correct")).counts
    assert decisions(audit) == [("rita", "incorrect"), ("rob", "correct")]
    assert counted(audit) == [{"rob": "correct"}]


def test_a_surplus_label_counts_once_the_seat_comes_back(clock):
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    claimed = actions.claim_item(audit.pk, rita)
    clock.forward(minutes=11)
    actions.claim_item(audit.pk, rob)
    actions.record_label(claimed.item.id, rita, says("incorrect"))
    actions.release_claim(audit.pk, claimed.item.id, rob)
    assert counted(audit) == [{"rita": "incorrect"}]
    assert queries.audit_progress(audit.pk).done == 1
    assert actions.claim_item(audit.pk, rob) is None


def test_an_amended_item_makes_its_labels_stale_and_is_read_again():
    audit, rita, mia = bare_audit(size=1), reviewer(), person("mia", is_maintainer=True)
    item_id = label_next(audit, rita, "correct")
    actions.amend_item(item_id, mia, "Another question?", (Passage("T", "Text."),))
    seen = queries.my_item(audit.pk, item_id, rita)
    assert (seen.label.is_stale, seen.version) == (True, 2)
    assert queries.audit_progress(audit.pk).done == 0
    claimed = actions.claim_item(audit.pk, rita)
    assert claimed.item.question == "Another question?"
    recorded = actions.record_label(item_id, rita, says("incorrect", claimed.version))
    assert not recorded.label.is_stale
    assert counted(audit) == [{"rita": "incorrect"}]


def test_a_label_on_text_that_has_changed_meanwhile_is_refused():
    audit, rita, mia = bare_audit(size=1), reviewer(), person("mia", is_maintainer=True)
    claimed = actions.claim_item(audit.pk, rita)
    actions.amend_item(claimed.item.id, mia, "Another question?", ())
    with pytest.raises(StaleWrite):
        actions.record_label(claimed.item.id, rita, says("correct", claimed.version))


def test_active_time_is_the_servers_and_leaves_pauses_out(clock):
    audit, rita = bare_audit(), reviewer()
    claimed = actions.claim_item(audit.pk, rita)
    clock.forward(seconds=20)
    actions.renew_claim(audit.pk, claimed.item.id, rita)  # 20 s
    clock.forward(minutes=5)  # a pause: no sign of life
    actions.renew_claim(audit.pk, claimed.item.id, rita)
    clock.forward(seconds=10)
    actions.renew_claim(audit.pk, claimed.item.id, rita, is_active=False)  # 10 s, then a break
    clock.forward(seconds=30)
    actions.renew_claim(audit.pk, claimed.item.id, rita)  # the end of the break
    clock.forward(seconds=5)
    actions.record_label(claimed.item.id, rita, says())  # 5 s
    assert audit.labels.get().active_seconds == 35.0


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_database_refuses_to_change_a_label(change):
    audit, rita = bare_audit(), reviewer()
    label_next(audit, rita)
    labels = HumanLabel.objects.filter(audit=audit)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        labels.update(decision=Decision.INCORRECT) if change == "update" else labels.delete()
    assert decisions(audit) == [("rita", "correct")]
