"""A decision and the next item in one request: the same as apart, once, and never a wait."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit_app import actions
from audit_app.domain.labels import StaleWrite
from audit_app.domain.leases import LEASE
from audit_app.models import Claim
from audit_app.tests.audits import bare_audit, items, reviewer, says
from runs_app.tests.people import person
from tasks_app.domain.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def audit():
    return bare_audit(size=5)


def in_hand(audit, user, count=2):
    """Ids of ``count`` items that the screen holds: the one shown, then those fetched."""
    held = []
    for _ in range(count):
        held.append(actions.claim_item(audit.pk, user, held).item.id)
    return held


def labelled(audit, user, item_id, *besides, **label):
    return actions.label_and_claim(audit.pk, item_id, user, says(**label), besides)


def held_by(user):
    return Claim.objects.filter(session__reviewer=user, state="held").count()


def test_a_label_brings_the_next_item_besides_those_that_are_there(audit):
    rita = reviewer()
    first, second = in_hand(audit, rita)
    recorded, following = labelled(audit, rita, first, second)
    assert (recorded.mine, recorded.counts, audit.labels.count()) == (1, True, 1)
    assert following.item.id == items(audit)[2].pk
    assert held_by(rita) == 2


def test_the_same_round_sent_again_stores_one_label_and_brings_the_same_item(audit):
    rita = reviewer()
    first, second = in_hand(audit, rita)
    _, once = labelled(audit, rita, first, second)
    recorded, again = labelled(audit, rita, first, second)
    assert recorded.is_repeated
    assert again.item == once.item
    assert (audit.labels.count(), held_by(rita)) == (1, 2)


@pytest.mark.parametrize(
    ("label", "refusal"),
    [({"version": 7}, StaleWrite), ({"decision": "skip"}, Refused)],
)
def test_a_refused_label_takes_no_item(audit, label, refusal):
    rita = reviewer()
    first, second = in_hand(audit, rita)
    with pytest.raises(refusal):
        labelled(audit, rita, first, second, **label)
    assert (audit.labels.count(), held_by(rita)) == (0, 2)


def test_what_is_in_hand_and_was_not_named_comes_before_anything_new(audit):
    rita = reviewer()
    first, second = in_hand(audit, rita)
    _, following = labelled(audit, rita, first)
    assert following.item.id == second


def test_nobody_holds_more_than_three_and_the_label_is_stored_all_the_same(audit):
    rita = reviewer()
    held = in_hand(audit, rita, count=3)
    actions.record_label(held[0], rita, says())
    held = [*held[1:], actions.claim_item(audit.pk, rita, held[1:]).item.id]
    recorded, following = labelled(
        audit, rita, items(audit)[0].pk, *held, decision="unsure", version=1
    )
    assert (recorded.label.decision, following) == ("unsure", None)
    assert held_by(rita) == 3


def test_a_late_label_does_not_bring_its_own_item_back(clock):
    audit, rita = bare_audit(size=1, seats=2), reviewer()
    (only,) = in_hand(audit, rita, count=1)
    clock.forward(seconds=LEASE.total_seconds())
    actions.return_abandoned(audit.pk)
    recorded, following = labelled(audit, rita, only)
    assert (recorded.is_late, recorded.counts, following) == (True, True, None)


def test_what_others_abandoned_comes_back_for_whoever_finds_nothing_else(clock):
    audit, rita, rob = bare_audit(size=2), reviewer(), reviewer("rob")
    (abandoned,) = in_hand(audit, rob, count=1)
    (mine,) = in_hand(audit, rita, count=1)
    clock.forward(seconds=LEASE.total_seconds())
    _, following = labelled(audit, rita, mine)
    assert following is None
    assert actions.claim_item(audit.pk, rita).item.id == abandoned


def test_reading_an_item_fetched_beforehand_begins_with_its_first_sign_of_life(clock):
    audit, rita = bare_audit(), reviewer()
    (first,) = in_hand(audit, rita, count=1)
    _, following = labelled(audit, rita, first)
    clock.forward(seconds=30)  # nobody looks at it yet
    actions.renew_claim(audit.pk, following.item.id, rita)
    clock.forward(seconds=5)
    actions.record_label(following.item.id, rita, says())
    assert audit.labels.get(item=following.item.id).active_seconds == 5.0


@pytest.mark.django_db(transaction=True)
def test_rounds_of_ten_reviewers_at_once_give_every_item_to_one_and_keep_the_log_whole():
    audit = bare_audit(size=40)
    people = [reviewer(f"r{number}") for number in range(10)]

    def work(user):
        read, claimed = [], actions.claim_item(audit.pk, user)
        try:
            while claimed is not None:
                read.append(claimed.item.id)
                label = says(version=claimed.version)
                _, following = actions.label_and_claim(audit.pk, read[-1], user, label)
                claimed = following or actions.claim_item(audit.pk, user)
        finally:
            connection.close()
        return read

    with ThreadPoolExecutor(10) as pool:
        given = [item_id for read in pool.map(work, people) for item_id in read]
    assert len(given) == len(set(given)) == 40
    numbers = list(audit.labels.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 41))


@pytest.mark.parametrize("step", ["label", "amend"])
def test_locks_are_taken_in_one_order_so_that_nobody_waits_in_a_circle(audit, step):
    rita, mia = reviewer(), person("mia", is_maintainer=True)
    (first,) = in_hand(audit, rita, count=1)
    actions.record_label(first, rita, says())
    with CaptureQueriesContext(connection) as captured:
        if step == "label":
            labelled(audit, rita, first, decision="unsure", version=1)
        else:
            actions.amend_item(first, mia, "Another question?", ())
    tables = re.compile(r'(?:FROM|UPDATE) "?audit_app_(session|item|labelchain)')
    locking = [q["sql"] for q in captured if "FOR NO KEY" in q["sql"] or "UPDATE" in q["sql"][:9]]
    locked = [found.group(1) for sql in locking if (found := tables.search(sql))]
    assert list(dict.fromkeys(locked)) == ["session", "item", "labelchain"]
