"""Search over one task's frozen documents: BM25 (Robertson et al.), from the library bm25s.

A corpus is per task, so that a document withheld in one task cannot be found through another.
"""

import logging
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import bm25s
from bm25s.stopwords import STOPWORDS_EN

from tasks_app.domain.task_spec import Document

SEARCH_LIMIT = 5
SNIPPET_LENGTH = 300

# bm25s makes its logger talk about every index it builds.
logging.getLogger("bm25s").setLevel(logging.WARNING)

_WORD = re.compile(r"\w+")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])|\n+")
_STOPWORDS = frozenset(STOPWORDS_EN)


@dataclass(frozen=True)
class Hit:
    """A document that matched, the sentence of it that matched best, and its BM25 score."""

    document: Document
    snippet: str
    score: float


class Corpus:
    """The documents that one search can reach, indexed by title and text."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents = tuple(documents)
        tokens = [terms(f"{d.title} {d.text}") for d in self.documents]
        # bm25s refuses an empty vocabulary, and nothing could match it anyway.
        self._index = bm25s.BM25() if any(tokens) else None
        if self._index is not None:
            self._index.index(tokens, show_progress=False)

    def search(self, query: str, limit: int = SEARCH_LIMIT) -> tuple[Hit, ...]:
        """The ``limit`` best matches, best first (ties: corpus order); only scores above 0."""
        wanted = terms(query)
        if self._index is None or not wanted:
            return ()
        scores = [float(score) for score in self._index.get_scores(wanted)]
        best = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:limit]
        return tuple(
            Hit(self.documents[place], snippet(self.documents[place].text, wanted), scores[place])
            for place in best
            if scores[place] > 0
        )


def terms(text: str) -> list[str]:
    """Words as BM25 counts them: without case and accents, English stop words left out."""
    plain = text.casefold()
    if not plain.isascii():
        plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
    return [word for word in _WORD.findall(plain) if word not in _STOPWORDS]


def sentences(text: str) -> tuple[str, ...]:
    """The sentences (and table lines) of a text, trimmed, empty ones left out."""
    return tuple(part.strip() for part in _SENTENCE_END.split(text) if part.strip())


def snippet(text: str, wanted: Sequence[str]) -> str:
    """The sentence with the most distinct wanted terms (the first of equals), shortened."""
    words = set(wanted)
    best = max(sentences(text), key=lambda part: len(words.intersection(terms(part))), default="")
    return best if len(best) <= SNIPPET_LENGTH else best[: SNIPPET_LENGTH - 1].rstrip() + "…"
