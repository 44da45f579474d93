"""The priced environment: what an agent may do in a task, each action charged to the ledger.

It is built from an ``AgentView`` and the task's documents, never from a ``TaskSpec``: nothing of
the oracle is within reach of the code that answers an agent's calls.

A call is charged when it ran, whatever came of it. A call that could not run (an action that
is not offered, a missing argument, an unknown document) costs nothing and is no step; its
observation says what to do instead. Exceeding the budget is possible: the ledger shows it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from runs_app.domain.composite import Composite, Finding, handed_over, rendered, worth_reading
from runs_app.domain.episode import Step, storable
from runs_app.domain.ledger import Ledger
from tasks_app.domain.prices import TERMINAL_ACTIONS, Action, PriceSchedule, Tier
from tasks_app.domain.retrieval import Corpus, sentences, terms
from tasks_app.domain.task_spec import AgentView, Document, Surface

OBSERVATION_CHARACTERS = 16_000
ARGUMENT_CHARACTERS = 2_000
ARGUMENTS = ("query", "doc_id", "tier", "text")
LOOKUP_SENTENCES = 5


@dataclass(frozen=True)
class Observation:
    """What a call brought: the text, and the documents that it showed (snippets from search).

    ``proposal`` is the answer that a composite action or a model proposes, if it found one.
    ``ran`` is False for a call that could not run and cost nothing.
    """

    text: str
    documents: tuple[Document, ...] = ()
    proposal: str | None = None
    ran: bool = True


class Misused(Exception):
    """The call cannot run; the sentence tells the agent what to do."""


class PricedEnvironment:
    """One task for one agent at one budget (units). ``steps`` is the episode so far."""

    def __init__(
        self,
        view: AgentView,
        documents: Sequence[Document],
        prices: PriceSchedule,
        budget: float,
        composite: Composite,
    ) -> None:
        self.view = view
        self.steps: list[Step] = []
        self.ledger = Ledger(budget, ())
        self.answer: str | None = None
        self.abstained = False
        self.misuses = 0
        self._documents = tuple(documents)
        self._prices = prices
        self._composite = composite
        self._opened = {document.doc_id: document for document in view.context}
        self._glimpsed: dict[str, Document] = {}

    @property
    def remaining(self) -> float:
        """Units left; negative once over budget."""
        return self.ledger.remaining

    @property
    def is_over(self) -> bool:
        """Whether the agent has answered or abstained."""
        return self.abstained or self.answer is not None

    def price(self, action: str, tier: str | None = None) -> float | None:
        """Units of a call, None where the task does not offer it."""
        return self._prices.price(action, tier) if self._is_offered(action, tier) else None

    def act(self, action: str, arguments: Mapping[str, Any] | None = None) -> Observation:
        """Run one call. ``arguments``: query, doc_id, tier or text, by action."""
        given = _bounded(arguments or {})
        try:
            self._check_offered(action, given)
            observation = self._run(action, given)
        except Misused as misuse:
            self.misuses += 1
            return Observation(str(misuse), ran=False)
        return self._charged(action, given, observation)

    def _run(self, action: str, given: Mapping[str, str]) -> Observation:
        calls: dict[str, Callable[[Mapping[str, str]], Observation]] = {
            Action.SEARCH: self._search,
            Action.READ: self._read,
            Action.LOOKUP: self._lookup,
            Action.DEEP_RESEARCH: self._research,
            Action.ASK_HUMAN: self._ask_human,
            Action.RUN_MODEL: self._run_model,
            Action.ANSWER: self._answer,
            Action.ABSTAIN: self._abstain,
        }
        return calls[action](given)

    def _check_offered(self, action: str, given: Mapping[str, str]) -> None:
        if self.is_over:
            raise Misused("The episode is over: there is an answer or an abstention.")
        tier = given.get("tier") if action == Action.RUN_MODEL else None
        if not self._is_offered(action, tier):
            offered = ", ".join(sorted(self.view.tools))
            raise Misused(f"This action is not offered here. Use one of: {offered}.")

    def _is_offered(self, action: str, tier: str | None) -> bool:
        return action in TERMINAL_ACTIONS or _tool(action, tier) in self.view.tools

    def _charged(self, action: str, given: dict[str, str], found: Observation) -> Observation:
        """Charge the call and keep it as a step, with its text cut to what is stored."""
        tier = given.pop("tier") if action == Action.RUN_MODEL else None
        text = found.text[:OBSERVATION_CHARACTERS]
        evidence = tuple(document.doc_id for document in found.documents)
        self.ledger = self.ledger.charged(action, tier, self._prices.price(action, tier))
        self.steps.append(Step(action, given, text, evidence, tier))
        return Observation(text, found.documents, found.proposal)

    @cached_property
    def _corpus(self) -> Corpus:
        return _corpus_of(tuple(d for d in self._documents if d.surface is Surface.SEARCH))

    def _search(self, given: Mapping[str, str]) -> Observation:
        hits = self._corpus.search(_text(given, "query"))
        shown = tuple(
            Document(hit.document.doc_id, hit.document.title, hit.snippet, Surface.SEARCH)
            for hit in hits
        )
        self._glimpsed.update((document.doc_id, document) for document in shown)
        return Observation(rendered(shown) or "No document matches; use other words.", shown)

    def _read(self, given: Mapping[str, str]) -> Observation:
        doc_id = _text(given, "doc_id")
        for document in self._documents:
            if document.doc_id == doc_id and document.surface is not Surface.DEEP:
                return self._handed_over(handed_over((document,)))
        raise Misused("No such document. Use a doc_id that search returned.")

    def _lookup(self, given: Mapping[str, str]) -> Observation:
        document = self._opened.get(_text(given, "doc_id"))
        if document is None:
            raise Misused("lookup works in a given document or one that was read; read it first.")
        wanted = set(terms(_text(given, "query")))
        matching = [part for part in sentences(document.text) if wanted & set(terms(part))]
        text = "\n".join(matching[:LOOKUP_SENTENCES]) or "No sentence matches; use other words."
        shown = Document(document.doc_id, document.title, text, document.surface)
        return Observation(text, (shown,) if matching else ())

    def _research(self, given: Mapping[str, str]) -> Observation:
        reachable = worth_reading(self._documents, self._corpus, self.view.question)
        return self._handed_over(self._composite.research(self.view.question, reachable))

    def _ask_human(self, given: Mapping[str, str]) -> Observation:
        reachable = worth_reading(self._documents, self._corpus, self.view.question)
        context = tuple(d for d in self._documents if d.surface is Surface.CONTEXT)
        return self._handed_over(self._composite.research(self.view.question, reachable + context))

    def _run_model(self, given: Mapping[str, str]) -> Observation:
        tier = Tier(given["tier"])
        attempt = 1 + sum(step.tier == tier for step in self.steps)
        seen = tuple({**self._glimpsed, **self._opened}.values())
        finding = self._composite.read(tier, self.view.question, seen, attempt)
        return Observation(finding.text, finding.documents, finding.proposal)

    def _answer(self, given: Mapping[str, str]) -> Observation:
        self.answer = _text(given, "text")
        return Observation("Answered.")

    def _abstain(self, given: Mapping[str, str]) -> Observation:
        self.abstained = True
        return Observation("Abstained.")

    def _handed_over(self, finding: Finding) -> Observation:
        """The observation of whole documents, which are open for ``lookup`` from now on."""
        self._opened.update((document.doc_id, document) for document in finding.documents)
        return Observation(finding.text, finding.documents, finding.proposal)


@lru_cache(maxsize=512)
def _corpus_of(documents: tuple[Document, ...]) -> Corpus:
    """The index of a task's searchable documents, kept: every agent of a bundle needs it again."""
    return Corpus(documents)


def _tool(action: str, tier: str | None) -> str:
    """The name under which a task's tools offer an action."""
    return f"{action}:{tier}" if action == Action.RUN_MODEL else action


def _bounded(arguments: Mapping[str, Any]) -> dict[str, str]:
    """The arguments that actions know, trimmed and cut; whatever is no text is left out."""
    return {
        name: storable(arguments[name]).strip()[:ARGUMENT_CHARACTERS]
        for name in ARGUMENTS
        if isinstance(arguments.get(name), str)
    }


def _text(given: Mapping[str, str], name: str) -> str:
    """A required argument."""
    if not given.get(name):
        raise Misused(f"This action needs the argument {name}: a text that is not empty.")
    return given[name]
