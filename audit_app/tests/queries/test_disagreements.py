"""Both sides of an item: only of a closed audit, with the history of every person."""

import pytest

from audit_app import actions
from audit_app.queries.disagreements import both_sides
from audit_app.tests.audits import bare_audit, items, opened_audit, reviewer, says
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


def closed(audit):
    return actions.close_audit(audit.pk, person("max", is_maintainer=True))


def test_of_an_open_audit_and_of_another_one_there_is_nothing():
    audit, other = bare_audit(), bare_audit()
    assert both_sides(audit.pk, items(audit)[0].pk) is None
    closed(audit)
    assert both_sides(audit.pk, items(other)[0].pk) is None


def test_a_changed_label_is_shown_as_the_history_that_it_is():
    audit, rita = bare_audit(), reviewer()
    item = actions.claim_item(audit.pk, rita).item
    actions.record_label(item.id, rita, says("correct"))
    actions.record_label(item.id, rita, says("incorrect", 1, comment="Misread."))
    closed(audit)
    sayings = both_sides(audit.pk, item.id).labels
    assert [(said.decision, said.is_latest) for said in sayings] == [
        ("correct", False),
        ("incorrect", True),
    ]


def test_an_answer_of_a_run_brings_its_verdict_and_the_rationale_of_its_judge():
    audit = opened_audit()
    item = items(audit)[0]
    closed(audit)
    found = both_sides(audit.pk, item.pk)
    assert (found.agent, found.verdict) == ("LexicalEager", item.provenance.verdict)
    assert found.rationale
    assert found.episode_id == item.provenance.episode_id
