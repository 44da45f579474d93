"""The jobs as a worker runs them; here in this process, one inside the other."""

from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.utils import timezone

from runs_app import actions, jobs
from runs_app.models import Run
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(settings):
    settings.RUN_CHUNK_TASKS = 5
    return actions.open_run(import_mini_bundle(), "CheapFirst", "main")


def leave_alone_for(run, seconds, **changes):
    """As if nothing had happened to the run for so long."""
    touched_at = timezone.now() - timedelta(seconds=seconds)
    Run.objects.filter(pk=run.pk).update(touched_at=touched_at, **changes)


def status(run):
    return Run.objects.values_list("status", flat=True).get(pk=run.pk)


def test_one_job_takes_a_run_from_queued_to_scored(run, inline):
    jobs.execute_run(run_id=str(run.pk))
    assert status(run) == "scored"
    assert run.episodes.count() == 12


def test_every_job_may_come_twice(run, inline):
    jobs.execute_run(run_id=str(run.pk))
    jobs.execute_run(run_id=str(run.pk))
    jobs.execute_chunk(run_id=str(run.pk), number=2)
    assert status(run) == "scored"
    assert run.episodes.count() == 12


def test_the_job_of_a_deleted_or_cancelled_run_does_nothing(run, inline):
    Run.objects.filter(pk=run.pk).update(status="cancelled")
    jobs.execute_run(run_id=str(run.pk))
    assert run.episodes.count() == 0
    run_id = str(run.pk)
    run.delete()
    jobs.execute_run(run_id=run_id)
    jobs.execute_chunk(run_id=run_id, number=1)


@pytest.mark.parametrize("left", ["queued", "running", "judging"])
def test_what_a_lost_worker_left_is_resumed_and_finished(run, inline, left):
    # Killed before, between and after the chunks.
    chunks = {"queued": (), "running": (1,), "judging": (1, 2, 3)}[left]
    for number in chunks:
        actions.execute_chunk(run.pk, number)
    leave_alone_for(run, jobs.STALE_SECONDS + 1, status=left)
    jobs.resume_unfinished()
    assert status(run) == "scored"
    assert run.episodes.count() == 12


def test_what_was_touched_lately_is_left_to_whoever_works_on_it(run, inline):
    leave_alone_for(run, jobs.STALE_SECONDS - 5)
    jobs.resume_unfinished()
    assert status(run) == "queued"


def test_a_worker_that_starts_resumes_at_once(run, inline):
    jobs.resume_at_start()
    assert status(run) == "scored"


def test_a_run_that_only_waits_is_put_in_the_queue_less_and_less_often(run, monkeypatch):
    monkeypatch.setattr(jobs.execute_run, "delay", enqueued := Mock())
    for seconds, times in ((21, 1), (39, 1), (41, 2), (79, 2), (81, 3)):
        leave_alone_for(run, seconds)
        jobs.resume_unfinished()
        assert enqueued.call_count == times


def test_runs_that_are_over_are_not_resumed(monkeypatch):
    run = executed_run()
    monkeypatch.setattr(jobs.execute_run, "delay", enqueued := Mock())
    for over in ("scored", "failed", "cancelled", "withdrawn"):
        leave_alone_for(run, 10_000, status=over)
        jobs.resume_unfinished()
    enqueued.assert_not_called()


def test_judging_anew_is_a_job_too(inline):
    run = executed_run()
    run.episodes.update(strict=None)
    jobs.judge_run.delay(run_id=str(run.pk), judge="exact")
    assert run.episodes.filter(strict=None).count() == 0
