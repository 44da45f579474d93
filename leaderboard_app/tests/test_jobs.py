import pytest
from celery.signals import worker_ready
from django.core.cache import cache

from leaderboard_app import jobs, queries
from leaderboard_app.models import Publication
from runs_app import jobs as run_jobs
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle


@pytest.fixture
def enqueued(monkeypatch):
    """The messages that would have gone to the broker."""
    cache.clear()
    sent = []
    monkeypatch.setattr(jobs.publish_snapshot, "apply_async", lambda **call: sent.append(call))
    return sent


@pytest.mark.django_db
def test_the_job_publishes():
    run = executed_run("LexicalFrugal")
    jobs.publish_snapshot(bundle_id=run.bundle_id)

    assert queries.latest_snapshot(run.bundle_id) is not None


def test_many_scored_runs_enqueue_one_publication(enqueued):
    for _ in range(18):
        jobs.enqueue_publication(7)

    assert enqueued == [{"kwargs": {"bundle_id": 7}, "countdown": jobs.WAIT_SECONDS}]


def test_each_bundle_has_its_own_publication(enqueued):
    jobs.enqueue_publication(7)
    jobs.enqueue_publication(8)

    assert len(enqueued) == 2


@pytest.mark.django_db
def test_a_run_scored_while_a_publication_works_enqueues_another(enqueued, monkeypatch):
    """The waiting job has read what it publishes; the last run would be lost otherwise."""
    bundle_id = import_mini_bundle()
    monkeypatch.setattr(jobs.actions, "publish_snapshot", jobs.enqueue_publication)
    jobs.enqueue_publication(bundle_id)
    jobs.publish_snapshot(bundle_id=bundle_id)

    assert len(enqueued) == 2


@pytest.mark.django_db
def test_boards_whose_message_was_lost_are_looked_after_later(enqueued):
    bundle_id = import_mini_bundle()
    jobs.publish_outdated()

    assert [call["kwargs"] for call in enqueued] == [{"bundle_id": bundle_id}]


@pytest.mark.django_db
def test_looking_after_boards_that_are_up_to_date_publishes_nothing():
    run = executed_run("LexicalFrugal")
    for _ in range(2):
        jobs.publish_snapshot(bundle_id=run.bundle_id)

    assert Publication.objects.count() == 1


def test_a_worker_that_starts_looks_after_all_boards(monkeypatch):
    calls = []
    monkeypatch.setattr(run_jobs.resume_unfinished, "delay", lambda **_: None)
    monkeypatch.setattr(jobs.publish_outdated, "delay", lambda: calls.append(1))
    worker_ready.send(sender=None)

    assert calls
