import pytest
from django.core.cache import cache

from audit_app.signals import session_closed
from leaderboard_app import jobs
from leaderboard_app.tests.metered import uploaded
from runs_app import actions as run_actions
from runs_app.actions.freezing import freeze_descriptions
from runs_app.tests.candidates import SOURCE, candidate, tried
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person
from tasks_app.tests.factories import import_mini_bundle
from tasks_app.tests.meter_bundles import import_meter_bundle


@pytest.fixture
def enqueued(monkeypatch):
    cache.clear()
    sent = []
    monkeypatch.setattr(jobs.publish_snapshot, "apply_async", lambda **call: sent.append(call))
    return sent


@pytest.mark.django_db
def test_a_scored_run_enqueues_the_publication_of_its_bundle_on_commit(
    enqueued, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        run = executed_run("LexicalFrugal")
        assert enqueued == []

    assert [call["kwargs"] for call in enqueued] == [{"bundle_id": run.bundle_id}]


@pytest.mark.django_db
def test_runs_of_a_meter_archive_enqueue_the_publication_of_their_grids(
    enqueued, django_capture_on_commit_callbacks, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    with django_capture_on_commit_callbacks(execute=True):
        archive = uploaded()

    assert [call["kwargs"] for call in enqueued] == [{"bundle_id": archive.bundle_id}]


@pytest.mark.django_db
def test_frozen_descriptions_enqueue_the_publication_of_their_bundle(
    enqueued, django_capture_on_commit_callbacks, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    bundle_id = import_meter_bundle()
    sam = person("sam", is_submitter=True)
    tried(sam, "original")
    tried(sam, candidate(bundle_id, sam).name)
    with django_capture_on_commit_callbacks(execute=True):
        assert freeze_descriptions(bundle_id, SOURCE, None).frozen

    assert [call["kwargs"] for call in enqueued] == [{"bundle_id": bundle_id}]


@pytest.mark.django_db
def test_a_closed_audit_enqueues_the_publication_of_its_bundle(
    enqueued, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        session_closed.send(sender=None, bundle_id=7)
        session_closed.send(sender=None, bundle_id=None)

    assert [call["kwargs"] for call in enqueued] == [{"bundle_id": 7}]


@pytest.mark.django_db
def test_a_broker_that_is_down_does_not_fail_the_scoring(
    monkeypatch, django_capture_on_commit_callbacks, caplog
):
    def down(**_):
        raise ConnectionError("no broker")

    cache.clear()
    monkeypatch.setattr(jobs.publish_snapshot, "apply_async", down)
    import_mini_bundle()
    with django_capture_on_commit_callbacks(execute=True):
        run = executed_run("LexicalFrugal")
    run_actions.score_run(run.pk)

    assert run.status == "scored"
    assert "no broker" in caplog.text
