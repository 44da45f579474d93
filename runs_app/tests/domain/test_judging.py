import pytest

from runs_app.domain.episode import ORACLE_ANSWER, CompositeMode, Verdict
from runs_app.domain.judging import EXACT
from runs_app.tests.factories import task_that, with_answer
from tasks_app.domain.families import Decision

AGENT, CONTROL = CompositeMode.EVIDENCE_ONLY, CompositeMode.ORACLE
TASK = with_answer(task_that(Decision.CHEAP), "The Planted Gold", "planted alias")


@pytest.mark.parametrize("answer", ["The Planted Gold", "planted gold.", "Planted  alias"])
def test_normalised_equality_with_the_reference_or_an_alias_is_correct(answer):
    assert EXACT.judge(answer, TASK.oracle, AGENT).verdict is Verdict.CORRECT


@pytest.mark.parametrize("answer", ["gold", "It is the planted gold", "", "..."])
def test_anything_else_is_incorrect(answer):
    assert EXACT.judge(answer, TASK.oracle, AGENT).verdict is Verdict.INCORRECT


def test_the_placeholder_of_the_oracle_counts_for_controls_only():
    assert EXACT.judge(ORACLE_ANSWER, TASK.oracle, CONTROL).verdict is Verdict.CORRECT
    assert EXACT.judge(ORACLE_ANSWER, TASK.oracle, AGENT).verdict is Verdict.INCORRECT


def test_no_answer_to_a_task_without_one_is_correct():
    stop = task_that(Decision.STOP)
    assert EXACT.judge(ORACLE_ANSWER, stop.oracle, CONTROL).verdict is Verdict.INCORRECT


@pytest.mark.parametrize("answer", ["Planted Gold", "planted alias", "wrong", ORACLE_ANSWER])
@pytest.mark.parametrize("mode", [AGENT, CONTROL])
def test_a_rationale_never_quotes_the_oracle(answer, mode):
    judgement = EXACT.judge(answer, TASK.oracle, mode)
    assert "planted" not in (judgement.rationale + judgement.raw).casefold()
