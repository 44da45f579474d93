import pytest
from django.db import DatabaseError, transaction

from runs_app import actions
from runs_app.models import JudgeLabel, Run
from runs_app.tests.factories import executed_run

pytestmark = pytest.mark.django_db


def test_each_answer_gets_one_label_and_stop_tasks_none():
    run = executed_run("RetryLoop")  # answers everything, stop-loss tasks too
    labels = JudgeLabel.objects.filter(episode__run=run)
    assert labels.count() == 10
    assert not labels.filter(episode__family="stop_loss").exists()
    assert set(labels.values_list("judge", "rubric", "origin")) == {("exact", "exact/1", "site")}


def test_judging_again_adds_nothing():
    run = executed_run("RetryLoop")
    assert actions.judge_run(run.pk) == 0
    assert JudgeLabel.objects.count() == 10


def test_abstentions_errors_and_blanks_are_not_judged():
    run = executed_run("RetryLoop")
    JudgeLabel.objects.all().delete()
    answered = list(run.episodes.exclude(family="stop_loss").order_by("pk"))
    for episode, changes in zip(
        answered,
        [{"abstained": True}, {"status": "agent_error"}, {"answer": None}, {"answer": ""}],
        strict=False,
    ):
        run.episodes.filter(pk=episode.pk).update(**changes)
    assert actions.judge_run(run.pk) == 6


def test_a_stored_label_cannot_be_edited_even_in_the_database():
    executed_run("RetryLoop")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JudgeLabel.objects.update(verdict="correct")


def test_a_label_goes_with_its_run():
    Run.objects.filter(pk=executed_run("RetryLoop").pk).delete()
    assert not JudgeLabel.objects.exists()
