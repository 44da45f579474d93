"""Judges of answers. A judge sees an answer and the oracle; what it says never quotes the oracle.

A judge that asks a model would be one more class behind ``Judge``.
"""

from dataclasses import dataclass
from typing import Protocol

from runs_app.domain.episode import ORACLE_ANSWER, CompositeMode, Verdict
from tasks_app.domain.normalise import matches
from tasks_app.domain.task_spec import Oracle


@dataclass(frozen=True)
class Judgement:
    """A verdict with its reason in a sentence, and what the judge literally replied."""

    verdict: Verdict
    rationale: str
    raw: str = ""


class Judge(Protocol):
    """``name`` and ``rubric`` (with its version) identify a judge's labels for good."""

    name: str
    rubric: str

    def judge(self, answer: str, oracle: Oracle, composite_mode: CompositeMode) -> Judgement: ...


class ExactJudge:
    """Normalised equality with the reference answer or one of its aliases (SQuAD's exact match).

    From an oracle control the placeholder ``ORACLE_ANSWER`` is correct as well: it stands for the
    reference answer. From anybody else it is a wrong answer like any other.
    """

    name = "exact"
    rubric = "exact/1"

    def judge(self, answer: str, oracle: Oracle, composite_mode: CompositeMode) -> Judgement:
        """CORRECT or INCORRECT; any answer to a task without one is incorrect."""
        if oracle.answer is None:
            return Judgement(Verdict.INCORRECT, "The task has no answer; abstaining was right.")
        if composite_mode is CompositeMode.ORACLE and answer == ORACLE_ANSWER:
            return Judgement(Verdict.CORRECT, "An oracle control that stands for the reference.")
        if matches(answer, oracle.answer, oracle.aliases):
            return Judgement(Verdict.CORRECT, "Equals the reference answer after normalisation.")
        return Judgement(Verdict.INCORRECT, "Differs from the reference answer and its aliases.")


EXACT = ExactJudge()
JUDGES: dict[str, Judge] = {EXACT.name: EXACT}
