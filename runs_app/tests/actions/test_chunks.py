import psycopg
import pytest
from django.db import connection

from runs_app import actions
from runs_app.actions import chunks
from runs_app.models import Chunk, Episode, Run
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

TASK_IDS = sorted(task.task_id for task in mini_bundle().tasks)


@pytest.fixture
def run(db, settings):
    settings.RUN_CHUNK_TASKS = 5
    return actions.open_run(import_mini_bundle(), "CheapFirst", "main")


def executed_task_ids(run):
    return sorted(run.episodes.values_list("task_id", flat=True))


def test_executing_all_chunks_leaves_each_episode_exactly_once(run):
    assert actions.unfinished_chunks(run.pk) == (1, 2, 3)
    for number in (3, 1, 2):
        assert actions.execute_chunk(run.pk, number) is True
    run.refresh_from_db()
    assert executed_task_ids(run) == TASK_IDS
    assert (run.status, run.episodes_done) == ("running", 12)
    assert run.started_at is not None


def test_a_duplicate_job_finds_nothing_to_do(run):
    assert actions.execute_chunk(run.pk, 1) is True
    assert actions.execute_chunk(run.pk, 1) is False
    run.refresh_from_db()
    assert (run.episodes.count(), run.episodes_done) == (5, 5)


def test_a_chunk_that_does_not_exist_is_nothing_to_do(run):
    assert actions.execute_chunk(run.pk, 99) is False


@pytest.mark.django_db(transaction=True)
def test_a_chunk_that_another_worker_holds_is_left_to_it(run):
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT 1 FROM runs_app_chunk WHERE number = 1 FOR UPDATE")
        assert actions.execute_chunk(run.pk, 1) is False
        assert actions.execute_chunk(run.pk, 2) is True
    assert actions.execute_chunk(run.pk, 1) is True  # the other one is gone without having done it


def break_at(monkeypatch, place):
    """Let the execution of the episode at ``place`` (from 1) of a chunk fail as a disk would."""
    execute, calls = chunks.run_episode, []

    def breaking(*arguments):
        calls.append(arguments)
        if len(calls) == place:
            raise OSError("no space left")
        return execute(*arguments)

    monkeypatch.setattr(chunks, "run_episode", breaking)


def test_a_chunk_that_breaks_leaves_nothing_half_done_and_can_be_repeated(run, monkeypatch):
    break_at(monkeypatch, 4)
    with pytest.raises(OSError, match="no space left"):
        actions.execute_chunk(run.pk, 1)
    chunk = run.chunks.get(number=1)
    assert (run.episodes.count(), chunk.done, chunk.attempts) == (0, False, 1)
    assert chunk.reason == "OSError (its worker's log has the message)"
    assert actions.execute_chunk(run.pk, 1) is True
    assert run.episodes.count() == 5


def test_a_chunk_that_breaks_every_time_ends_its_run_with_the_reason(run, monkeypatch):
    monkeypatch.setattr(chunks, "run_episode", lambda *_: 1 / 0)
    for _ in range(chunks.MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            actions.execute_chunk(run.pk, 1)
    assert actions.execute_chunk(run.pk, 1) is False
    run.refresh_from_db()
    assert run.status == Run.Status.FAILED
    assert run.reason == (
        "Chunk 1 failed 5 times; the last time: ZeroDivisionError "
        "(its worker's log has the message)."
    )


def test_a_chunk_that_kills_its_worker_every_time_ends_its_run(run):
    # A killed worker leaves nothing but the count of attempts.
    Chunk.objects.filter(run=run, number=2).update(attempts=chunks.MOST_ATTEMPTS)
    assert actions.execute_chunk(run.pk, 2) is False
    run.refresh_from_db()
    assert run.reason == "Chunk 2 failed 5 times; the last time: its worker was lost each time."


def test_an_agent_that_breaks_down_costs_its_episodes_and_not_the_run(run, monkeypatch):
    def breaks_down(environment, advice):
        raise RuntimeError("out of patience")

    agent = chunks.SITE_AGENTS["CheapFirst"]
    broken = type(agent)(agent.spec, breaks_down)
    monkeypatch.setitem(chunks.SITE_AGENTS, "CheapFirst", broken)
    for number in actions.unfinished_chunks(run.pk):
        actions.execute_chunk(run.pk, number)
    actions.finish_run(run.pk)
    run.refresh_from_db()
    assert run.status == Run.Status.SCORED
    errors = Episode.objects.filter(run=run, status="agent_error", correct=False)
    assert errors.count() == 12
    assert errors.first().extra["reason"] == "RuntimeError: out of patience"


def test_progress_takes_back_the_count_of_resumptions(run):
    actions.note_resumption(run.pk)
    run.refresh_from_db()
    assert run.resumptions == 1
    actions.execute_chunk(run.pk, 1)
    run.refresh_from_db()
    assert run.resumptions == 0
