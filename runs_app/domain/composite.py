"""What stands behind the actions that are more than a look-up: research and model calls.

``Composite`` is the protocol; ``EvidenceComposite`` works from documents alone. The other
implementation, that of the oracle controls, is evaluator code (``oracle.py``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tasks_app.domain.lexical import one_sentence_answer, two_hop_answer
from tasks_app.domain.prices import Tier
from tasks_app.domain.retrieval import Corpus
from tasks_app.domain.task_spec import Document, Surface

NOTHING_FOUND = "No answer was found."


@dataclass(frozen=True)
class Finding:
    """Documents brought to the agent, with the answer proposed if there is one."""

    documents: tuple[Document, ...]
    text: str
    proposal: str | None = None


class Composite(Protocol):
    """How research and model calls come out, given the documents within their reach."""

    def research(self, question: str, documents: Sequence[Document]) -> Finding: ...

    def read(
        self, tier: Tier, question: str, documents: Sequence[Document], attempt: int
    ) -> Finding: ...


class EvidenceComposite:
    """Hands over documents in full; model calls are the offline reference readers of each tier."""

    def research(self, question: str, documents: Sequence[Document]) -> Finding:
        return handed_over(documents)

    def read(
        self, tier: Tier, question: str, documents: Sequence[Document], attempt: int
    ) -> Finding:
        reader = one_sentence_answer if tier is Tier.FAST else two_hop_answer
        reading = reader(question, documents, attempt)
        if reading is None:
            return Finding((), NOTHING_FOUND)
        support = tuple(d for d in documents if d.doc_id in reading.support)
        return Finding(support, f"Proposed answer: {reading.answer}", reading.answer)


def handed_over(documents: Iterable[Document]) -> Finding:
    """The documents themselves, without a proposal."""
    brought = tuple(documents)
    return Finding(brought, rendered(brought))


def rendered(documents: Iterable[Document]) -> str:
    """Documents as an agent reads them, one after the other."""
    return "\n\n".join(f"[{d.doc_id}] {d.title}\n{d.text}" for d in documents)


def worth_reading(
    documents: Iterable[Document], corpus: Corpus, question: str
) -> tuple[Document, ...]:
    """What research reaches: every withheld document, then the best matches of a search."""
    withheld = tuple(d for d in documents if d.surface is Surface.DEEP)
    return (*withheld, *(hit.document for hit in corpus.search(question)))
