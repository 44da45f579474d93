"""What a human audit reads of runs: a frame with verdicts, and texts without them."""

from dataclasses import fields

import pytest

from runs_app.actions import rejudge_run
from runs_app.domain.judging import EXACT
from runs_app.models import Episode, JudgeLabel, Run
from runs_app.queries import (
    AuditTexts,
    audit_frame,
    audited_runs,
    judge_rubrics,
    responses_for_audit,
    runs_of_episodes,
)
from runs_app.tests.factories import executed_run

pytestmark = pytest.mark.django_db


def test_the_frame_is_every_answer_with_a_verdict_and_no_other():
    run = executed_run("LexicalEager")
    rows = list(audit_frame([run.pk], "exact"))
    judged = JudgeLabel.objects.filter(episode__run=run, judge="exact")
    assert {row.episode_id for row in rows} == {str(label.episode_id) for label in judged}
    assert {row.verdict for row in rows} <= {"correct", "incorrect"}
    assert "stop_loss" not in {row.family for row in rows}
    assert {row.run_id for row in rows} == {str(run.pk)}


def test_another_judge_has_another_frame():
    run = executed_run("LexicalEager")
    assert list(audit_frame([run.pk], "nobody")) == []


def test_the_latest_verdict_of_a_judge_counts_and_an_unreadable_one_leaves_the_frame():
    run = executed_run("LexicalEager")
    before = {row.episode_id: row for row in audit_frame([run.pk], "exact")}
    first, second = sorted(before)[:2]
    flipped = "incorrect" if before[first].verdict == "correct" else "correct"
    for episode_id, verdict in ((first, flipped), (second, "unreadable")):
        JudgeLabel.objects.create(episode_id=episode_id, judge="exact", rubric="2", verdict=verdict)
    after = {row.episode_id: row.verdict for row in audit_frame([run.pk], "exact")}
    assert after[first] == flipped
    assert second not in after


def test_a_run_tells_the_rubrics_of_the_verdicts_that_its_judge_gave_last(monkeypatch):
    run, none = executed_run("LexicalEager"), executed_run("CheapFirst")
    none.episodes.all().delete()
    assert judge_rubrics([run.pk, none.pk]) == {run.pk: {"exact/1"}, none.pk: frozenset()}
    monkeypatch.setattr(type(EXACT), "rubric", "exact/2")
    rejudge_run(run.pk, "exact")
    assert judge_rubrics([run.pk]) == {run.pk: {"exact/2"}}
    assert {row.rubric for row in audit_frame([run.pk], "exact")} == {"exact/2"}


def test_a_submitters_own_verdict_counts_for_nothing():
    run = executed_run("LexicalEager")
    episode = Episode.objects.filter(run=run).first()
    JudgeLabel.objects.create(
        episode=episode, origin="archive", judge="mine", rubric="1", verdict="correct"
    )
    assert list(audit_frame([run.pk], "mine")) == []


def test_equal_answers_share_a_key_but_for_case_and_space():
    run = executed_run("LexicalEager")
    first, second = list(audit_frame([run.pk], "exact"))[:2]
    Episode.objects.filter(pk=first.episode_id).update(answer="Paris ")
    Episode.objects.filter(pk=second.episode_id).update(answer="paris")
    keys = {row.episode_id: row.answer_key for row in audit_frame([run.pk], "exact")}
    assert keys[first.episode_id] == keys[second.episode_id]


def test_controls_and_unscored_runs_are_not_audited():
    run, control, failed = map(executed_run, ("LexicalEager", "CheapFirst", "LexicalFrugal"))
    Run.objects.filter(pk=failed.pk).update(status="failed")
    found = audited_runs([run.pk, control.pk, failed.pk])
    assert [(row.run_id, row.agent, row.owner_id) for row in found] == [
        (run.pk, "LexicalEager", None)
    ]


def test_texts_carry_no_agent_model_judge_or_verdict():
    names = {field.name for field in fields(AuditTexts)}
    assert names == {"task_id", "question", "family", "documents", "answer"}


def test_texts_are_those_of_the_episode_and_its_task():
    run = executed_run("LexicalEager")
    row = next(audit_frame([run.pk], "exact"))
    texts = responses_for_audit([row.episode_id])[row.episode_id]
    assert texts.answer == Episode.objects.get(pk=row.episode_id).answer
    assert (texts.task_id, texts.family) == (row.task_id, row.family)
    assert texts.question
    assert texts.documents
    assert runs_of_episodes([row.episode_id]) == {row.episode_id: run.pk}
