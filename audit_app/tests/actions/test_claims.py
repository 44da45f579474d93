"""Handing out items: to one person each beyond the planned overlap, and back when abandoned."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from audit_app import actions, queries
from audit_app.domain.leases import LEASE
from audit_app.models import Audit, Claim
from audit_app.tests.audits import (
    bare_audit,
    design,
    items,
    label_next,
    opened_audit,
    reviewer,
    says,
)
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.domain.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def next_id(audit, user, *besides):
    claimed = actions.claim_item(audit.pk, user, besides)
    return None if claimed is None else claimed.item.id


def test_two_people_who_open_the_queue_get_different_items():
    audit, rita, rob = bare_audit(), reviewer(), reviewer("rob")
    assert next_id(audit, rita) != next_id(audit, rob)


def test_an_item_is_read_twice_only_where_that_was_planned():
    audit, people = bare_audit(size=2, seats=2), [reviewer(name) for name in ("a", "b", "c")]
    for user in people:
        while (item_id := next_id(audit, user)) is not None:
            actions.record_label(item_id, user, says())
    readers = audit.labels.values_list("item", "annotator")
    assert len(set(readers)) == len(readers) == 4
    assert next_id(audit, people[2]) is None
    assert queries.audit_progress(audit.pk).done == 4


def test_asking_again_gives_what_is_in_hand_on_another_device_too():
    audit, rita = bare_audit(), reviewer()
    first = actions.claim_item(audit.pk, rita)
    actions.save_draft(audit.pk, first.item.id, rita, {"comment": "half a thou"})
    again = actions.claim_item(audit.pk, rita)
    assert (again.item, again.draft) == (first.item, {"comment": "half a thou"})


def test_the_next_item_can_be_fetched_beforehand_but_not_the_whole_audit():
    audit, rita = bare_audit(size=5), reviewer()
    held = [next_id(audit, rita)]
    held += [next_id(audit, rita, *held)]
    held += [next_id(audit, rita, *held)]
    assert len(set(held)) == 3
    with pytest.raises(Conflict, match="hold 3"):
        actions.claim_item(audit.pk, rita, held)


def test_an_abandoned_item_goes_to_somebody_else(clock):
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    item_id = next_id(audit, rita)
    assert next_id(audit, rob) is None
    clock.forward(seconds=LEASE.total_seconds())
    assert next_id(audit, rob) == item_id
    assert actions.renew_claim(audit.pk, item_id, rita) is None


def test_reading_slowly_keeps_an_item_as_long_as_there_are_signs_of_life(clock):
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    item_id = next_id(audit, rita)
    for _ in range(5):
        clock.forward(minutes=9)
        assert actions.renew_claim(audit.pk, item_id, rita) is not None
    assert next_id(audit, rob) is None


def test_a_released_item_is_there_for_others_and_releasing_twice_changes_nothing():
    audit, rita, rob = bare_audit(size=1), reviewer(), reviewer("rob")
    item_id = next_id(audit, rita)
    actions.release_claim(audit.pk, item_id, rita)
    actions.release_claim(audit.pk, item_id, rita)
    assert items(audit)[0].open_seats == 1
    assert next_id(audit, rob) == item_id


def test_the_owner_of_a_run_never_gets_its_items():
    olga = reviewer("olga", is_submitter=True)
    audit = opened_audit()
    audit.items.update(barred=olga)
    assert next_id(audit, olga) is None
    assert next_id(audit, reviewer()) is not None


def test_opening_bars_the_owner_of_each_run():
    olga = reviewer("olga", is_submitter=True)
    run = executed_run("LexicalEager")
    Run.objects.filter(pk=run.pk).update(owner=olga)
    audit = actions.open_audit(design(run), person("mia", is_maintainer=True))
    assert {item.barred_id for item in items(audit)} == {olga.pk}
    assert queries.my_progress(audit.pk, olga).total == 0


def test_progress_of_mine_is_of_mine_and_of_the_audit_of_the_audit():
    audit, rita, rob = bare_audit(size=4), reviewer(), reviewer("rob")
    for user in (rita, rob, rita, rob):
        label_next(audit, user)
    for user in (rita, rob):
        mine = queries.my_progress(audit.pk, user)
        assert (mine.done, mine.total) == (2, 2)
    whole = queries.audit_progress(audit.pk)
    assert (whole.done, whole.total) == (4, 4)


def test_only_reviewers_claim():
    audit = bare_audit()
    with pytest.raises(NotAllowed):
        actions.claim_item(audit.pk, person("sam", is_submitter=True))


def test_a_closed_or_unknown_audit_gives_no_items():
    audit, rita = bare_audit(), reviewer()
    actions.close_audit(audit.pk, person("mia", is_maintainer=True))
    with pytest.raises(Conflict, match="closed"):
        actions.claim_item(audit.pk, rita)
    with pytest.raises(Audit.DoesNotExist):
        actions.claim_item(items(audit)[0].pk, rita)


@pytest.mark.parametrize("step", [actions.renew_claim, actions.release_claim])
def test_what_was_never_in_hand_is_neither_renewed_nor_released(step):
    audit, rita = bare_audit(), reviewer()
    with pytest.raises(Claim.DoesNotExist):
        step(audit.pk, items(audit)[0].pk, rita)


@pytest.mark.django_db(transaction=True)
def test_twenty_reviewers_at_once_get_twenty_different_items():
    audit = bare_audit(size=20)
    people = [reviewer(f"r{number}") for number in range(20)]

    def claim(user):
        try:
            return next_id(audit, user)
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        given = list(pool.map(claim, people))
    assert None not in given
    assert len(set(given)) == 20
    assert {item.open_seats for item in items(audit)} == {0}


@pytest.mark.django_db(transaction=True)
def test_two_tabs_of_one_reviewer_that_label_at_once_store_one_label():
    audit, rita = bare_audit(), reviewer()
    item_id = next_id(audit, rita)

    def label(_):
        try:
            return actions.record_label(item_id, rita, says()).is_repeated
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        repeated = list(pool.map(label, range(8)))
    assert repeated.count(False) == 1
    assert audit.labels.count() == 1
