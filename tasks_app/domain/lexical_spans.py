"""The stretches of a sentence that could be an answer to a kind of question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tasks_app.domain.lexical_questions import AnswerKind
from tasks_app.domain.lexical_text import STOPWORDS

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_LINKS = r"(?:of|the|de|del|la|von|van|and|for|&|al|da|do|du|ibn|bin)"
_CAPITAL = r"(?:[^\W\d_a-z][\w'’&-]*(?:(?<=\b\w)\.)?|\d+(?:st|nd|rd|th)\b)"  # noqa: RUF001
_NAMES = rf"{_CAPITAL}(?:(?:\s+{_LINKS}){{0,2}}\s+{_CAPITAL})*"

DATE = re.compile(rf"(\d{{1,2}} {_MONTH},? \d{{4}}|{_MONTH} \d{{1,2}}, \d{{4}}|{_MONTH} \d{{4}})")
YEAR = re.compile(r"(?<![\d,.$£€])\b((?:1\d{3}|20\d{2}))\b(?![,.]?\d)")
NUMBER = re.compile(
    r"(?<![\w.,])([+-]?\d[\d,]*(?:\.\d+)?(?:\s?(?:million|billion|percent|%))?)(?!\w)"
)
CODE = re.compile(r"(?<![\w+])(\+?\d[\d-]*|[A-Z][A-Z0-9]{1,5})(?![\w,.]?\w)")
NAME = re.compile(rf"({_NAMES})")
PLACE = re.compile(rf"({_NAMES}, {_NAMES})")
QUOTED = re.compile(r"[\"“]([^\"”]{2,60})[\"”]")
PHRASE = re.compile(
    r"\b(?:is|was|are|were|as|be) (?:an?|the) ([a-z][\w-]+(?: (?!(?:who|that|and|of|in|from|"
    r"which|by|for|to|with|on)\b)[a-z][\w-]+){0,2})"
)
PATTERNS: dict[AnswerKind, tuple[tuple[re.Pattern[str], float], ...]] = {
    AnswerKind.PERSON: ((NAME, 1.0),),
    AnswerKind.PLACE: ((NAME, 1.0), (PLACE, 0.9)),
    AnswerKind.YEAR: ((YEAR, 1.0),),
    AnswerKind.DATE: ((DATE, 1.0), (YEAR, 0.8)),
    AnswerKind.NUMBER: ((NUMBER, 1.0),),
    AnswerKind.CODE: ((CODE, 1.0),),
    AnswerKind.NAME: ((NAME, 1.0), (QUOTED, 0.9)),
    AnswerKind.PHRASE: ((PHRASE, 1.0), (NAME, 0.7)),
}
"""What may answer each kind of question, and how well it fits; the first group is the answer."""

_NOT_PEOPLE = re.compile(
    r"\b(?:University|College|School|Records|City|County|Company|Corporation|Inc|League|River|"
    r"Island|Award|Awards|Church|Film|Festival|Museum|Party|Band|Club|Cup|War|Street|House|North|"
    r"South|East|West|American|British|English|French|German|United)\b"
)
_BEFORE_PLACES = re.compile(r"\b(?:in|at|near|from|of|to)\s+(?:the\s+)?$")


@dataclass(frozen=True)
class Span:
    """A stretch of a text from ``start``; ``fit``, 0 to 1, says how well its type does."""

    text: str
    start: int
    fit: float

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=4096)
def spans(text: str, kind: AnswerKind) -> tuple[Span, ...]:
    """Every stretch of ``text`` that could answer a question of ``kind``."""
    return tuple(_spans(text, kind))


def names(text: str) -> tuple[str, ...]:
    """The proper names that ``text`` mentions."""
    return tuple(span.text for span in spans(text, AnswerKind.NAME))


def looks_like(kind: AnswerKind, text: str, before: str = "") -> float:
    """How much ``text`` after ``before`` looks like a person or place, where one is asked for."""
    if kind is AnswerKind.PERSON:
        return (0.4 if _NOT_PEOPLE.search(text) else 1.0) * (1.0 if " " in text else 0.6)
    if kind is AnswerKind.PLACE:
        return 1.0 if _BEFORE_PLACES.search(before) else 0.6
    return 1.0


def _spans(text: str, kind: AnswerKind) -> Iterator[Span]:
    for pattern, fit in PATTERNS.get(kind, PATTERNS[AnswerKind.NAME]):
        for match in pattern.finditer(text):
            found = _without_opening_stopwords(match[1])
            if found:
                start = match.end(1) - len(found)
                yield Span(found, start, fit * looks_like(kind, found, text[:start]))


def _without_opening_stopwords(name: str) -> str:
    """``The Beatles`` keeps ``Beatles``; a sentence that opens with ``He`` opens with no name."""
    while name and name.split(maxsplit=1)[0].casefold() in STOPWORDS:
        name = name.partition(" ")[2].lstrip()
    return name
