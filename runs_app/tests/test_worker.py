"""A real worker, killed in the middle of a run."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import psycopg
import pytest
from celery import current_app
from django.db import connection

from runs_app import actions, jobs
from runs_app.models import Run
from runs_app.tests.factories import attempt
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

WORKER = (
    "-W ignore -m celery --app ecoagent_site --quiet worker --pool prefork --concurrency 1"
    " --without-gossip --without-mingle --loglevel ERROR"
)
DEADLINE_SECONDS = 60


def database_url():
    at = connection.get_connection_params()
    return f"postgresql://{at['user']}:{at['password']}@{at['host']}:{at['port']}/{at['dbname']}"


@contextmanager
def worker():
    """A worker on the test's database and broker, with all its processes gone at the end."""
    process = subprocess.Popen(
        [sys.executable, *WORKER.split()],
        env={**os.environ, "DATABASE_URL": database_url()},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def key_taken(run, task_id):
    """Somebody is just inserting the same episode: whoever inserts it too has to wait."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute(
            "INSERT INTO runs_app_episode (id, run_id, task_id, family, attempt, status, abstained,"
            " steps, step_count, extra, composite, tier, failure_stage) VALUES"
            " (gen_random_uuid(), %s, %s, '', 1, '', false, '[]', 0, '{}', 0, '', '')",
            [run.pk, task_id],
        )
        yield
        other.rollback()


def wait_until(condition, process=None):
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        assert process is None or process.poll() is None, "the worker ended by itself"
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.05)


def someone_waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone() is not None


def chunk_is_free(run, number):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM runs_app_chunk WHERE run_id = %s AND number = %s FOR UPDATE SKIP LOCKED",
            [run.pk, number],
        )
        return cursor.fetchone() is not None


def status(run):
    return Run.objects.values_list("status", flat=True).get(pk=run.pk)


@pytest.mark.django_db(transaction=True)
def test_a_run_outlives_its_worker_with_each_episode_exactly_once(settings):
    settings.RUN_CHUNK_TASKS = 3
    current_app.control.purge()
    task_ids = [task.task_id for task in mini_bundle().tasks]
    run = actions.open_run(import_mini_bundle(), "LexicalEager", "main")
    jobs.execute_run.delay(run_id=str(run.pk))  # no worker is up yet

    with key_taken(run, task_ids[7]):
        with worker() as first:  # does two chunks, then waits in the middle of the third
            wait_until(someone_waits_for_a_lock, first)
        assert status(run) == "running"
    wait_until(lambda: chunk_is_free(run, 3))
    assert sorted(run.episodes.values_list("task_id", flat=True)) == sorted(task_ids[:6])

    with worker() as second:
        wait_until(lambda: status(run) == "scored", second)
    rows = {episode.task_id: episode for episode in run.episodes.all()}
    assert sorted(rows) == sorted(task_ids)
    assert run.episodes.count() == 12
    for task in mini_bundle().tasks:
        assert rows[task.task_id].strict is attempt("LexicalEager", task)[1].strict
    chunks = run.chunks.values_list("number", "attempts", "done")
    assert list(chunks) == [(1, 1, True), (2, 1, True), (3, 2, True), (4, 1, True)]
