"""What oracle controls are told. Evaluator code: nothing else that runs agents takes a TaskSpec.

The text of the answer stays here: a viable path says ``ORACLE_ANSWER`` in its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runs_app.domain.composite import NOTHING_FOUND, Finding
from runs_app.domain.episode import ORACLE_ANSWER
from tasks_app.domain.families import Decision
from tasks_app.domain.prices import Tier
from tasks_app.domain.task_spec import Document, TaskSpec


@dataclass(frozen=True)
class OracleAdvice:
    """Which path suffices. ``tier`` is the cheapest tier that is right, None where none is."""

    answerable: bool
    cheap_suffices: bool
    tier: Tier | None


def oracle_advice(task: TaskSpec) -> OracleAdvice:
    """The advice that a control gets with a task."""
    return OracleAdvice(
        answerable=task.oracle.answer is not None,
        cheap_suffices=task.oracle.decision is Decision.CHEAP,
        tier=next((tier for tier in Tier if tier_suffices(task, tier)), None),
    )


def tier_suffices(task: TaskSpec, tier: Tier) -> bool:
    """Whether most of the tier's recorded attempts at the task were right."""
    attempts = (task.oracle.tier_labels or {}).get(tier, ())
    return 2 * sum(attempts) > len(attempts)


class OracleComposite:
    """Research finds the answer of every answerable task; a tier does where its labels say so."""

    def __init__(self, task: TaskSpec) -> None:
        self._task = task

    def research(self, question: str, documents: Sequence[Document]) -> Finding:
        return _outcome(documents, self._task.oracle.answer is not None)

    def read(
        self, tier: Tier, question: str, documents: Sequence[Document], attempt: int
    ) -> Finding:
        return _outcome((), tier_suffices(self._task, tier))


def _outcome(documents: Sequence[Document], is_viable: bool) -> Finding:
    if not is_viable:
        return Finding(tuple(documents), NOTHING_FOUND)
    return Finding(tuple(documents), f"Proposed answer: {ORACLE_ANSWER}", ORACLE_ANSWER)
