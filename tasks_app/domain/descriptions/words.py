"""Sentences, clauses and the words that carry their meaning, in one spelling.

A word is brought to a stem (endings off) and a stem to its concept (``save`` and ``write`` are
one), so that a rewording covers what it rewords. Rules, not statistics: every answer can be
explained.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from tasks_app.domain.descriptions.concepts import CONCEPTS, STOP_WORDS

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]+|\n|$)")
_CLAUSE_END = re.compile(
    r"[;:]|\s[\u2013\u2014-]{1,2}\s|,\s+(?=(?:and|but|or|so|then|without|with|while|which)\b)"
    r"|,\s*(?=(?:do|never|no|not|if|unless|except)\b)"
    r"|\s(?=(?:and|but|then)\s+(?:do|don't|never|must|should|then|make|ensure|write|save|exit"
    r"|print|return|leave|keep|report)\b)"
    r"|\s(?=(?:by|after|before|when|while)\s+\w+ing\b)|\s(?=(?:unless|without|using|via)\b)",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"^\s*(?:[-*\u2022]|\d+[.)]|\(?[a-z]\))\s+")
_WORD = re.compile(r"[A-Za-z][A-Za-z']*")
_ENDINGS = (
    ("isation", "ize"), ("ization", "ize"), ("ising", "ize"), ("ised", "ize"), ("ises", "ize"),
    ("ise", "ize"), ("izing", "ize"), ("ized", "ize"), ("izes", "ize"), ("ically", "ic"),
    ("ations", "ate"), ("ation", "ate"), ("ating", "ate"), ("ated", "ate"), ("ates", "ate"),
    ("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ss", "ss"), ("ches", "ch"), ("shes", "sh"),
    ("xes", "x"), ("ing", ""), ("edly", ""), ("ed", ""), ("ments", ""), ("ment", ""), ("ly", ""),
    ("es", "e"), ("s", ""),
)  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """A sentence or a part of one: its text and where it starts in the whole."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def sentences(text: str) -> tuple[Clause, ...]:
    """Sentences and list items; places are those in ``text``. A full stop inside a word ends
    none, so give text whose file names are blanked."""
    found = (_trimmed(match[0], match.start()) for match in _SENTENCE.finditer(text))
    return tuple(clause for clause in found if clause.text)


def clauses(sentence: Clause) -> tuple[Clause, ...]:
    """The parts of a sentence that say one thing each."""
    cuts = [0, *(match.start() for match in _CLAUSE_END.finditer(sentence.text))]
    ends = [*cuts[1:], len(sentence.text)]
    parts = (
        _trimmed(sentence.text[start:end], sentence.start + start)
        for start, end in zip(cuts, ends, strict=True)
    )
    return tuple(part for part in parts if part.text)


def concepts(text: str) -> tuple[str, ...]:
    """The meaning-bearing words of ``text`` as concepts, in order, repeats kept."""
    return tuple(
        concept
        for word in words(text)
        if word not in STOP_WORDS and (concept := concept_of(word)) not in STOP_WORDS
    )


def words(text: str) -> Iterator[str]:
    """The words of ``text`` in lower case; hyphens join none (``re-run`` is two words)."""
    plain = text.replace("\u2019", "'")
    for match in _WORD.finditer(plain):
        yield match[0].casefold().strip("'").removesuffix("'s")


@lru_cache(maxsize=20_000)
def concept_of(word: str) -> str:
    """The concept of a word: its stem, or what its group of synonyms is called."""
    stemmed = stem(word)
    return CONCEPT_OF_STEM.get(stemmed, stemmed)


def stem(word: str) -> str:
    """A word without the endings of number, tense and manner; no doubled last consonant."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioul":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def coverage(wanted: Iterable[str], given: Iterable[str]) -> float:
    """The share of the wanted concepts that are given; 1 where none is wanted."""
    needed = set(wanted)
    return len(needed & set(given)) / len(needed) if needed else 1.0


def _trimmed(text: str, start: int) -> Clause:
    mark = _LIST_MARK.match(text)
    offset = mark.end() if mark else 0
    inner = text[offset:]
    lead = len(inner) - len(inner.lstrip(" \t\r\n,;:\u2013\u2014-"))
    return Clause(inner.strip(" \t\r\n,;:\u2013\u2014-"), start + offset + lead)


CONCEPT_OF_STEM = {stem(word): group.split()[0] for group in CONCEPTS for word in group.split()}
