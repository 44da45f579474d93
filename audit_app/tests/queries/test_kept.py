"""Reports are computed once, and anew with whatever changes them."""

from uuid import uuid4

import pytest
from django.core.cache import cache

from audit_app import actions, queries
from audit_app.domain.labels import Decision
from audit_app.queries import kept, reports
from audit_app.tests.audits import bare_audit, design, items, label_next, reviewer
from runs_app import actions as run_actions
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def computed(monkeypatch):
    """The ids of audits whose report was computed."""
    found = []

    def counting(audit, runs, real=reports._computed):
        found.append(audit.pk)
        return real(audit, runs)

    monkeypatch.setattr(reports, "_computed", counting)
    return found


@pytest.fixture
def mia():
    return person("mia", is_maintainer=True)


@pytest.fixture
def closed(mia):
    audit = actions.open_audit(design(executed_run("LexicalEager"), size=3), mia)
    rita = reviewer()
    for _ in range(3):
        label_next(audit, rita, "incorrect")
    return actions.close_audit(audit.pk, mia)


def test_a_report_is_computed_once_and_is_the_same_ever_after(computed, closed):
    first = queries.report(closed.pk)
    assert queries.report(closed.pk) == first
    assert first.corrected[0].figures["econ"]
    assert computed == [closed.pk]


def test_a_second_look_reads_no_item_and_no_outcome(closed, django_assert_num_queries):
    queries.report(closed.pk)
    with django_assert_num_queries(3):  # the audit, how many third decisions, its runs
        queries.report(closed.pk)


def test_a_third_decision_changes_it(computed, closed, mia):
    queries.report(closed.pk)
    item = items(closed)[0]
    actions.adjudicate(item.pk, mia, Decision.CORRECT, "Read again.")
    found = queries.report(closed.pk)
    assert found.after_adjudication is not None
    assert computed == [closed.pk] * 2


def test_a_run_that_is_scored_anew_or_withdrawn_changes_it(computed, closed):
    queries.report(closed.pk)
    run_actions.score_run(closed.run_ids[0])
    queries.report(closed.pk)
    run_actions.withdraw_run(closed.run_ids[0], person("max", is_maintainer=True))
    assert queries.report(closed.pk).corrected == ()
    assert len(computed) == 3


def test_an_audit_that_is_open_keeps_nothing(computed):
    audit = bare_audit()
    assert queries.report(audit.pk) is None
    assert computed == []


def test_without_a_cache_it_is_computed_each_time(computed, closed, monkeypatch):
    monkeypatch.setattr(cache, "get", lambda key: None)
    monkeypatch.setattr(cache, "set", lambda *_: None)
    assert queries.report(closed.pk) == queries.report(closed.pk)
    assert len(computed) == 2


def test_other_code_or_other_inputs_read_nothing_of_what_was_kept(monkeypatch):
    mine = uuid4()
    assert kept.kept((mine, 1), lambda: "first") == "first"
    assert kept.kept((mine, 1), lambda: "second") == "first"
    assert kept.kept((mine, 2), lambda: "second") == "second"
    monkeypatch.setattr(kept, "_code", lambda: "another version")
    assert kept.kept((mine, 1), lambda: "third") == "third"
