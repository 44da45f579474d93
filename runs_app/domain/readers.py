"""Two agents that derive answers from observations alone: no oracle, no API key.

They keep what they have seen (a document in full replaces its snippet) and read it with the
offline reference readers; a frugal one that stops early, and an eager one that spends what it has.
"""

from collections.abc import Callable

from runs_app.domain.environment import Observation
from runs_app.domain.moves import (
    Environment,
    abstain,
    affords,
    affords_tier,
    answer,
    offers_tiers,
    read,
    research,
    run_model,
    search,
)
from tasks_app.domain.lexical import Reading, one_sentence_answer, two_hop_answer
from tasks_app.domain.prices import Action, Tier
from tasks_app.domain.task_spec import Document

CONFIDENT = 0.5
"""Confidence of a reading from which the frugal reader answers."""


class Notes:
    """What an agent has seen so far, by document, fullest version first come to last."""

    def __init__(self) -> None:
        self._seen: dict[str, Document] = {}

    def take(self, observation: Observation) -> Observation:
        """Keep the documents of an observation, unless a longer text of one is known."""
        for document in observation.documents:
            known = self._seen.get(document.doc_id)
            if known is None or len(known.text) < len(document.text):
                self._seen[document.doc_id] = document
        return observation

    @property
    def documents(self) -> tuple[Document, ...]:
        return tuple(self._seen.values())

    def reading(self, question: str) -> Reading | None:
        """The more confident of what one sentence and two hops say."""
        readers: tuple[Callable[..., Reading | None], ...] = (two_hop_answer, one_sentence_answer)
        readings = [reading for reader in readers if (reading := reader(question, self.documents))]
        return max(readings, key=lambda reading: reading.confidence, default=None)


def lexical_frugal(environment: Environment) -> None:
    """Search and read, answer once confident, else abstain; the fast tier; never research."""
    if offers_tiers(environment):
        _answer_with_tier(environment, (Tier.FAST,))
        return
    notes, found = Notes(), _first_look(environment)
    notes.take(found)
    for place in range(min(2, len(found.documents))):
        if not affords(environment, Action.READ):
            break
        notes.take(read(environment, found, place))
        reading = notes.reading(environment.view.question)
        if reading and reading.confidence >= CONFIDENT:
            answer(environment, reading.answer)
            return
    abstain(environment)


def lexical_eager(environment: Environment) -> None:
    """Search, read twice, research if affordable, and answer; the best affordable tier."""
    if offers_tiers(environment):
        _answer_with_tier(environment, (Tier.FRONTIER, Tier.FAST))
        return
    notes, found = Notes(), _first_look(environment)
    notes.take(found)
    for place in range(min(2, len(found.documents))):
        if affords(environment, Action.READ):
            notes.take(read(environment, found, place))
    if affords(environment, Action.DEEP_RESEARCH):
        notes.take(research(environment))
    reading = notes.reading(environment.view.question)
    _answer_or_abstain(environment, reading.answer if reading else None)


def _first_look(environment: Environment) -> Observation:
    """A search if it is affordable, else nothing seen."""
    return search(environment) if affords(environment, Action.SEARCH) else Observation("")


def _answer_with_tier(environment: Environment, preferred: tuple[Tier, ...]) -> None:
    """Answer what the first affordable tier proposes; abstain where there is neither."""
    tier = next((tier for tier in preferred if affords_tier(environment, tier)), None)
    _answer_or_abstain(environment, run_model(environment, tier).proposal if tier else None)


def _answer_or_abstain(environment: Environment, text: str | None) -> None:
    if text is None:
        abstain(environment)
    else:
        answer(environment, text)
