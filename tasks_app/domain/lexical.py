"""The two offline reference readers: what a question's words alone can find in given documents.

``one_sentence_answer`` is the reference model of the ``fast`` tier, ``two_hop_answer`` that of
``frontier``. Both see a question and documents and nothing else; neither knows an answer key.
Neither doc ids nor the order of the documents matter. docs/readers.md says how well they read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tasks_app.domain.lexical_bridges import best_crossing
from tasks_app.domain.lexical_comparisons import both, chosen
from tasks_app.domain.lexical_inquiry import Candidate, Inquiry
from tasks_app.domain.lexical_questions import AnswerKind, understood
from tasks_app.domain.lexical_text import Sentence, library_of, plain
from tasks_app.domain.task_spec import Document

SENTENCES_TRIED = 3
"""Sentences looked at, best first, until one holds an answer of the kind asked for."""

COVERS_ENOUGH = 0.5
"""Coverage from which one sentence makes the answer to a yes-no question ``yes``."""

GUESS = 0.5
"""Confidence lost where one sentence can only guess between two answers."""

COMPARISON_CONFIDENCE = 0.6
"""How often a comparison is right, about (docs/readers.md)."""


@dataclass(frozen=True)
class Reading:
    """An answer read off documents: ``confidence`` from 0 to 1, ``support`` are doc ids."""

    answer: str
    confidence: float
    support: tuple[str, ...]


def one_sentence_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer in the sentence that fits the question best; None when nothing fits.

    ``attempt`` (from 1) varies the weighing a little, reproducibly.
    """
    return _one_sentence(_inquiry(question, documents, attempt))


def two_hop_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer that two sentences of two documents give together, or else that of one.

    The first sentence is found by the question; it mentions what the second one is about.
    """
    inquiry = _inquiry(question, documents, attempt)
    return _comparison(inquiry) or _two_sentences(inquiry) or _one_sentence(inquiry)


def _one_sentence(inquiry: Inquiry) -> Reading | None:
    question = inquiry.question
    for sentence in inquiry.ranked(SENTENCES_TRIED):
        coverage = inquiry.coverage(sentence)
        if question.kind is AnswerKind.YES_NO:
            verdict = "yes" if coverage > COVERS_ENOUGH else "no"
            return Reading(verdict, GUESS * coverage, (sentence.doc_id,))
        if question.kind is AnswerKind.CHOICE:
            return Reading(_mentioned(inquiry, sentence), GUESS * coverage, (sentence.doc_id,))
        answer = inquiry.best(sentence, question.stems)
        if answer is not None:
            return Reading(answer.text, _confidence(coverage, answer), (sentence.doc_id,))
    return None


def _two_sentences(inquiry: Inquiry) -> Reading | None:
    """None where no second sentence adds enough to what one sentence covers."""
    crossing = best_crossing(inquiry)
    if crossing is None:
        return None
    alone = max(map(inquiry.coverage, inquiry.ranked(1)), default=0.0)
    if crossing.covered <= alone:
        return None
    support = (crossing.first.doc_id, crossing.second.doc_id)
    return Reading(crossing.answer.text, _confidence(crossing.covered, crossing.answer), support)


def _comparison(inquiry: Inquiry) -> Reading | None:
    weigh = {AnswerKind.CHOICE: chosen, AnswerKind.YES_NO: both}.get(inquiry.question.kind)
    found = weigh(inquiry) if weigh else None
    if found is None:
        return None
    answer, sentences = found
    return Reading(answer, COMPARISON_CONFIDENCE, tuple(each.doc_id for each in sentences))


def _mentioned(inquiry: Inquiry, sentence: Sentence) -> str:
    """The choice that a sentence mentions; the first one where it mentions neither."""
    told = plain(f"{sentence.title} {sentence.text}")
    mentioned = [choice for choice in inquiry.question.choices if plain(choice) in told]
    return (mentioned or list(inquiry.question.choices))[0]


def _confidence(coverage: float, answer: Candidate) -> float:
    """How much of the question is covered, less where the answer stands far from its words."""
    return min(1.0, coverage) * min(1.0, 2 * answer.score)


def _inquiry(question: str, documents: Sequence[Document], attempt: int) -> Inquiry:
    return Inquiry(understood(question), library_of(tuple(documents)), attempt)
