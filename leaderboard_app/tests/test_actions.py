import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from leaderboard_app import actions, queries
from leaderboard_app.actions import economic
from leaderboard_app.domain.manifest import snapshot_digest
from leaderboard_app.models import Board, Publication, Snapshot
from leaderboard_app.tests.published import maintainer, published_rows
from runs_app import actions as run_actions
from runs_app.models import Run, Visibility
from runs_app.tests.factories import executed_run
from tasks_app.tests.factories import import_mini_bundle, mini_bundle

FIGURES = ("strict", "up", "save", "econ", "lenient", "feasibility", "mean_units")


def main_board(snapshot, track="tool_api"):
    return queries.board(snapshot.digest, "leaderboard", track, "main")


@pytest.mark.django_db
def test_a_scored_run_becomes_a_row_with_the_scores_of_its_episodes():
    run = executed_run("LexicalFrugal")
    (row,) = main_board(actions.publish_snapshot(run.bundle_id))["rows"]

    assert row["strict"]["numerator"] == run.episodes.filter(strict=True).count()
    assert row["lenient"]["numerator"] == run.episodes.filter(correct=True).count()
    assert row["coverage"] == {
        "value": 1.0,
        "low": None,
        "high": None,
        "numerator": 12,
        "denominator": 12,
    }
    assert row["run_ids"] == [str(run.pk)]
    assert row["agent"]["owner"] is None


@pytest.mark.django_db
def test_the_same_inputs_are_published_once():
    run = executed_run("LexicalFrugal")
    first, again = (actions.publish_snapshot(run.bundle_id) for _ in range(2))

    assert again == first
    assert (Snapshot.objects.count(), Publication.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_scoring_anew_with_the_same_result_changes_nothing():
    run = executed_run("LexicalFrugal")
    actions.publish_snapshot(run.bundle_id)
    run_actions.score_run(run.pk)
    actions.publish_snapshot(run.bundle_id)

    assert Publication.objects.count() == 1


@pytest.mark.django_db
def test_a_newer_run_shows_whether_its_scores_are_worse_or_equal():
    old = executed_run("LexicalFrugal")
    new = executed_run("LexicalFrugal")
    worse = new.episodes.filter(strict=True).first()
    new.episodes.filter(pk=worse.pk).update(answer="nothing of the kind", abstained=False)
    run_actions.rejudge_run(new.pk, "exact")
    (row,) = main_board(actions.publish_snapshot(new.bundle_id))["rows"]

    assert row["run_ids"] == [str(new.pk)]
    assert old.episodes.filter(strict=True).exists()


@pytest.mark.django_db
def test_a_withdrawn_run_brings_the_earlier_state_back_as_the_latest():
    old = executed_run("LexicalFrugal")
    before = actions.publish_snapshot(old.bundle_id)
    new = executed_run("LexicalFrugal")
    between = actions.publish_snapshot(old.bundle_id)
    run_actions.withdraw_run(new.pk, maintainer())
    after = actions.publish_snapshot(old.bundle_id)

    assert before != between
    assert after == before
    assert queries.latest_snapshot(old.bundle_id).digest == before.digest
    assert (Snapshot.objects.count(), Publication.objects.count()) == (2, 3)
    assert main_board(after)["rows"][0]["run_ids"] == [str(old.pk)]


@pytest.mark.django_db
def test_withdrawing_the_only_run_leaves_no_ghost():
    run = executed_run("LexicalFrugal")
    actions.publish_snapshot(run.bundle_id)
    run_actions.withdraw_run(run.pk, maintainer())
    snapshot = actions.publish_snapshot(run.bundle_id)

    assert main_board(snapshot, "scripted")["rows"] == []
    assert snapshot.manifest["runs"] == []


@pytest.mark.django_db
def test_a_private_run_is_on_no_board_and_in_no_manifest():
    run = executed_run("LexicalFrugal")
    private = executed_run("LexicalEager")
    Run.objects.filter(pk=private.pk).update(visibility=Visibility.PRIVATE)
    snapshot = actions.publish_snapshot(run.bundle_id)
    everything = json.dumps([snapshot.manifest, *Board.objects.values_list("payload", flat=True)])

    assert str(run.pk) in everything
    assert str(private.pk) not in everything
    assert "LexicalEager" not in everything


@pytest.mark.django_db
def test_nothing_of_an_oracle_is_published():
    run = executed_run("CopilotFirst")
    snapshot = actions.publish_snapshot(run.bundle_id)
    everything = json.dumps([snapshot.manifest, *Board.objects.values_list("payload", flat=True)])

    for task in mini_bundle().tasks:
        planted = [task.oracle.answer, *task.oracle.aliases, task.oracle.rationale]
        assert not [text for text in planted if text and len(text) > 3 and text in everything]
        assert task.task_id not in everything


@pytest.mark.django_db
def test_a_bundle_without_a_run_has_nothing_to_publish():
    assert actions.publish_snapshot(import_mini_bundle()) is None


@pytest.mark.django_db
def test_what_is_stored_still_has_its_digest():
    snapshot = published_rows(2)
    stored = Snapshot.objects.get(pk=snapshot.pk)
    payloads = list(stored.boards.values_list("payload", flat=True))

    assert snapshot_digest(stored.manifest, payloads) == stored.digest


@pytest.mark.django_db
def test_scores_that_change_while_boards_are_computed_are_in_what_is_published(monkeypatch):
    run = executed_run("LexicalFrugal")
    compute, calls = economic._boards, []

    def computed_while_scores_change(bundle_id, inputs):
        boards = compute(bundle_id, inputs)
        calls.append(inputs.digest)
        Run.objects.filter(pk=run.pk).update(scores_digest="c" * 64)
        return boards

    monkeypatch.setattr(economic, "_boards", computed_while_scores_change)
    snapshot = actions.publish_snapshot(run.bundle_id)

    assert len(set(calls)) == 2
    assert snapshot.manifest["runs"][0]["scores_digest"] == "c" * 64
    assert Publication.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
def test_publishing_needs_as_many_queries_for_one_row_as_for_three(rows, django_assert_num_queries):
    published_rows(rows)
    Run.objects.update(scores_digest="d" * 64)
    bundle_id = Run.objects.first().bundle_id
    # Savepoint, lock, runs, latest, stored, outcomes, runs again, snapshot, boards, publication,
    # release.
    with django_assert_num_queries(13):
        actions.publish_snapshot(bundle_id)


@pytest.mark.django_db(transaction=True)
def test_two_jobs_at_once_publish_once():
    run = executed_run("LexicalFrugal")
    start = Barrier(2)

    def publish(_):
        start.wait()
        try:
            return actions.publish_snapshot(run.bundle_id).digest
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        digests = set(pool.map(publish, range(2)))

    assert len(digests) == 1
    assert Publication.objects.count() == 1
