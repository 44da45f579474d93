import json
from pathlib import Path

import pytest

from runs_app.domain.episode import EpisodeStatus, Step, Track, Verdict, Workspace
from runs_app.domain.scoring import (
    Attempt,
    FailureStage,
    correctness,
    failure_stage,
    is_grounded,
    score_episode,
)
from runs_app.tests.factories import record_of, task_that
from tasks_app.domain.families import Decision, Family
from tasks_app.tests.factories import mini_bundle

CASES = json.loads((Path(__file__).parents[1] / "data/failure_stage.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_failure_stages_are_those_of_the_specification(case):
    facts = {name: value for name, value in case.items() if name != "stage"}
    attempt = Attempt(**{**facts, "decision": Decision(facts["decision"])})
    assert failure_stage(attempt) == case["stage"]


def scored(record, task, verdict=None, track=Track.TOOL_API):
    return score_episode(record, task, mini_bundle().spec, track, verdict)


def test_a_correct_grounded_affordable_answer_is_a_strict_success():
    task = task_that(Decision.CHEAP)
    record = record_of(task, "search", "read", "answer", answer="x")
    score = scored(record, task, Verdict.CORRECT)
    assert (score.units, score.strict, score.failure_stage) == (46, True, None)


def test_going_over_budget_is_named_with_the_step():
    task = task_that(Decision.CHEAP)  # tight: 90 units
    record = record_of(task, "search", "deep_research", "answer", answer="x")
    score = scored(record, task, Verdict.CORRECT)
    assert (score.units, score.over_step, score.within_budget) == (290, 2, False)
    assert score.failure_stage is FailureStage.BUDGET


def test_evidence_that_comes_with_the_answer_comes_too_late():
    task = task_that(Decision.CHEAP)
    late = (Step("search"), Step("answer", evidence=(task.documents[0].doc_id,)))
    assert not is_grounded(record_of(task, steps=late), task)


def test_evidence_must_be_a_document_of_the_task():
    task = task_that(Decision.CHEAP)
    foreign = (Step("search", evidence=("no-such-document",)),)
    assert not is_grounded(record_of(task, steps=foreign), task)


def test_model_tier_tasks_have_their_evidence_in_context():
    task = task_that(Decision.FAST)
    assert is_grounded(record_of(task, steps=()), task)


def test_an_answer_without_a_readable_verdict_is_neither_right_nor_wrong():
    task = task_that(Decision.CHEAP)
    record = record_of(task, "search", "answer", answer="x")
    for verdict in (None, Verdict.UNREADABLE):
        score = scored(record, task, verdict)
        assert (score.correct, score.strict, score.failure_stage) == (None, None, None)


def test_a_stop_task_is_right_only_by_abstaining():
    task = task_that(Decision.STOP)
    abstained = record_of(task, "search", "abstain", abstained=True)
    assert scored(abstained, task).strict is True
    answered = record_of(task, "search", "answer", answer="x")
    assert scored(answered, task, Verdict.CORRECT).correct is False


def test_an_abstention_from_an_answerable_task_is_wrong():
    task = task_that(Decision.ESCALATE)
    score = scored(record_of(task, "search", "abstain", abstained=True), task)
    assert (score.correct, score.failure_stage) == (False, FailureStage.SELECTION)


@pytest.mark.parametrize("answer", [None, "", "   "])
def test_no_answer_is_wrong_without_a_judge(answer):
    task = task_that(Decision.CHEAP)
    assert correctness(record_of(task, "search", answer=answer), Family.CHEAP, None) is False


@pytest.mark.parametrize(
    ("status", "correct"),
    [
        (EpisodeStatus.AGENT_ERROR, False),
        (EpisodeStatus.AGENT_TIMEOUT, False),
        (EpisodeStatus.INFRASTRUCTURE_ERROR, None),
    ],
)
def test_only_an_error_of_the_infrastructure_is_no_failure_of_the_agent(status, correct):
    task = task_that(Decision.CHEAP)
    record = record_of(task, "search", "answer", answer="x", status=status)
    assert scored(record, task, Verdict.CORRECT).correct is correct


def test_the_answer_rests_on_the_last_tier():
    task = task_that(Decision.FAST)
    steps = (Step("run_model", tier="fast"), Step("run_model", tier="frontier"), Step("answer"))
    assert (
        scored(record_of(task, steps=steps, answer="x"), task, Verdict.CORRECT).tier == "frontier"
    )


def test_a_workspace_is_scored_by_its_proxy_against_the_cap():
    task = task_that(Decision.CHEAP)
    # 10 + 0.5 * 20 + 10 * 1 + 5 * 2 = 40
    record = record_of(
        task, "search", "answer", answer="x", workspace=Workspace(20, modified_files=1, new_files=2)
    )
    score = scored(record, task, Verdict.CORRECT, Track.WORKSPACE)
    assert (score.units, score.budget) == (40, mini_bundle().spec.proxy_cap)
    assert score.over_step is None


def test_a_workspace_without_measurements_has_no_cost_and_is_not_within_budget():
    task = task_that(Decision.CHEAP)
    score = scored(record_of(task, "search", answer="x"), task, Verdict.CORRECT, Track.WORKSPACE)
    assert (score.units, score.within_budget, score.strict) == (None, False, False)
