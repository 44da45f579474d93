"""Documents as the reference readers see them: sentences, their stems, and how telling each is."""

import math
import re
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tasks_app.domain.normalise import normalised
from tasks_app.domain.retrieval import sentences
from tasks_app.domain.task_spec import Document

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")
_ENDINGS = ("ational", "ingly", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "s")
_WORD_OR_FIELD_END = re.compile(rf"[;|]|{_WORD.pattern}")
_FIELD_GAP = 6
_SHORTEST_STEM = 3
_STOPWORDS = """
a about after also am an and any are as at be been being both but by can could did do does during
each for from had has have he her hers him his how i if in into is it its itself me more most my
no nor not of on one or other our out over own same she so some such than that the their them then
there these they this those through to too under up upon us very was we were what when where which
while who whom whose why will with would you your s t
"""
STOPWORDS = frozenset(_STOPWORDS.split())


@dataclass(frozen=True)
class Word:
    """``stem`` is empty for a stop word; ``start`` is its offset in the text.

    ``place`` counts words, with a gap where one field of a record ends and the next begins.
    """

    stem: str
    start: int
    place: int


@dataclass(frozen=True)
class Sentence:
    """One sentence of a document, with its content stems and those of the document's title."""

    doc_id: str
    title: str
    text: str
    stems: frozenset[str]
    title_stems: frozenset[str]

    @cached_property
    def reach(self) -> frozenset[str]:
        """What the sentence is about: a pronoun in it usually stands for the title."""
        return self.stems | self.title_stems

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the text in order."""
        return tuple(_words_of(self.text))

    def places(self, start: int, end: int) -> tuple[int, int] | None:
        """The places of the first and last word that start from ``start`` up to before ``end``."""
        first = bisect_left(self.words, start, key=lambda word: word.start)
        last = bisect_left(self.words, end, key=lambda word: word.start) - 1
        return (self.words[first].place, self.words[last].place) if first <= last else None


class Library:
    """The sentences of some documents, in an order that no doc id or position decides."""

    def __init__(self, documents: Iterable[Document]) -> None:
        ordered = sorted(documents, key=lambda document: (document.title, document.text))
        self.by_document = tuple(filter(None, map(_sentences_of, ordered)))
        self.sentences = tuple(s for group in self.by_document for s in group)
        seen = Counter(stem for sentence in self.sentences for stem in sentence.stems)
        seen.update(stem for group in self.by_document for stem in group[0].title_stems)
        total = len(self.sentences)
        self._rarity = {stem: math.log(1 + total / count) for stem, count in seen.items()}
        self._weights: dict[frozenset[str], float] = {}

    def weight(self, stems: frozenset[str]) -> float:
        """How telling some stems are together: inverse sentence frequency; 0 for unseen ones."""
        known = self._weights.get(stems)
        if known is None:
            known = math.fsum(self._rarity.get(stem, 0.0) for stem in stems)
            self._weights[stems] = known
        return known


@lru_cache(maxsize=8)
def library_of(documents: tuple[Document, ...]) -> Library:
    """The library of some documents; the attempts and tiers of one task share it."""
    return Library(documents)


@lru_cache(maxsize=8192)
def content_stems(text: str) -> frozenset[str]:
    """The stems of the words of ``text`` that are not stop words."""
    found = (word.casefold() for word in _WORD.findall(text))
    return frozenset(stem(word) for word in found if word not in STOPWORDS)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A crude stem: one common English ending taken off, so that inflections meet."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """The normalised form of a text, remembered: readers compare the same texts many times."""
    return normalised(text)


@lru_cache(maxsize=8192)
def without_brackets(title: str) -> str:
    """``Malcolm Smith (American football)`` as texts mention it."""
    return _IN_BRACKETS.sub("", title).strip() or title


def wobble(attempt: int, *parts: str) -> float:
    """A factor near 1 that differs by attempt: a reader's repeated tries, made reproducible.

    The first attempt is steady (exactly 1), later ones vary by up to 6 % either way.
    """
    if attempt == 1:
        return 1.0
    draw = zlib.crc32("\x1f".join((str(attempt), *parts)).encode()) / 0xFFFFFFFF
    return 0.94 + 0.12 * draw


def _sentences_of(document: Document) -> tuple[Sentence, ...]:
    title_stems = content_stems(without_brackets(document.title))
    return tuple(
        Sentence(document.doc_id, document.title, text, content_stems(text), title_stems)
        for text in sentences(document.text)
    )


def _words_of(text: str) -> Iterator[Word]:
    place = 0
    for match in _WORD_OR_FIELD_END.finditer(text):
        if match[0] in {";", "|"}:
            place += _FIELD_GAP
            continue
        word = match[0].casefold()
        yield Word("" if word in STOPWORDS else stem(word), match.start(), place)
        place += 1
