"""The controls on every decision: what they do and whether it is a strict success at `main`."""

import pytest

from runs_app.domain.episode import ORACLE_ANSWER
from runs_app.tests.factories import attempt, task_that, with_answer
from tasks_app.domain.families import Decision
from tasks_app.tests.factories import mini_bundle

SEARCH_READ = ["search", "read"]
EXPECTED = {
    ("CheapFirst", "cheap"): ([*SEARCH_READ, "answer"], True),
    ("CheapFirst", "escalate"): ([*SEARCH_READ, "abstain"], False),
    ("CheapFirst", "stop"): ([*SEARCH_READ, "abstain"], True),
    ("CheapFirst", "fast"): (["fast", "answer"], True),
    ("CheapFirst", "frontier"): (["fast", "answer"], False),
    ("CopilotFirst", "cheap"): ([*SEARCH_READ, "deep_research", "answer"], False),
    ("CopilotFirst", "escalate"): ([*SEARCH_READ, "deep_research", "answer"], True),
    ("CopilotFirst", "stop"): ([*SEARCH_READ, "deep_research", "abstain"], True),
    ("CopilotFirst", "fast"): (["frontier", "answer"], True),
    ("CopilotFirst", "frontier"): (["frontier", "answer"], True),
    ("RetryLoop", "cheap"): ([*SEARCH_READ * 2, "deep_research", "answer"], False),
    ("RetryLoop", "escalate"): ([*SEARCH_READ * 2, "deep_research", "answer"], True),
    ("RetryLoop", "stop"): ([*SEARCH_READ * 2, *["deep_research"] * 2, "answer"], False),
    ("RetryLoop", "fast"): (["fast", "frontier", "answer"], True),
    ("RetryLoop", "frontier"): (["fast", "frontier", "answer"], True),
    ("BudgetAwarePlanner", "cheap"): ([*SEARCH_READ, "answer"], True),
    ("BudgetAwarePlanner", "escalate"): ([*SEARCH_READ, "deep_research", "answer"], True),
    ("BudgetAwarePlanner", "stop"): ([*SEARCH_READ, "abstain"], True),
    ("BudgetAwarePlanner", "fast"): (["fast", "answer"], True),
    ("BudgetAwarePlanner", "frontier"): (["frontier", "answer"], True),
}
CONTROLS = ("CheapFirst", "CopilotFirst", "RetryLoop", "BudgetAwarePlanner")


def moves(record):
    return [step.tier or step.action for step in record.steps]


@pytest.mark.parametrize(("control", "decision"), EXPECTED, ids=" ".join)
def test_what_a_control_does_and_whether_it_succeeds(control, decision):
    record, score = attempt(control, task_that(Decision(decision)))
    assert (moves(record), score.strict) == EXPECTED[control, decision]


@pytest.mark.parametrize("control", CONTROLS[:3])
@pytest.mark.parametrize("decision", Decision)
def test_one_sided_controls_do_the_same_at_every_budget(control, decision):
    task = task_that(decision)
    assert len({tuple(moves(attempt(control, task, x)[0])) for x in ("tight", "loose")}) == 1


@pytest.mark.parametrize("label", ["tight", "medium", "loose", "main"])
def test_the_planner_never_goes_over_budget(label):
    scores = [attempt("BudgetAwarePlanner", task, label)[1] for task in mini_bundle().tasks]
    assert all(score.within_budget for score in scores)


def test_the_planner_stops_early_where_research_is_not_affordable():
    record, score = attempt("BudgetAwarePlanner", task_that(Decision.ESCALATE), "tight")
    assert moves(record) == [*SEARCH_READ, "abstain"]  # 202 units do not pay for 306
    assert score.strict is False


@pytest.mark.parametrize("control", CONTROLS)
def test_no_control_ever_says_the_reference_answer(control):
    for decision in Decision:
        task = with_answer(task_that(decision), "zanzibarium-planted")
        record, _ = attempt(control, task)
        assert "zanzibarium" not in repr(record)


def test_a_successful_control_answers_the_placeholder():
    record, _ = attempt("CopilotFirst", task_that(Decision.ESCALATE))
    assert record.answer == ORACLE_ANSWER
