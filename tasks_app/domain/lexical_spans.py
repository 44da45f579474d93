"""The stretches of a sentence that could be an answer, and how well each fits a question."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tasks_app.domain.lexical_questions import AnswerKind, Question
from tasks_app.domain.lexical_text import (
    STOPWORDS,
    Library,
    Sentence,
    content_stems,
    stem,
    without_brackets,
    words,
)
from tasks_app.domain.normalise import normalised

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_LINKS = r"(?:of|the|de|del|la|von|van|and|for|&|al|da|do|du|ibn|bin)"
_CAPITAL = r"(?:[^\W\d_a-z][\w'’&-]*(?:(?<=\b\w)\.)?|\d+(?:st|nd|rd|th)\b)"
_NAMES = rf"{_CAPITAL}(?:(?:\s+{_LINKS}){{0,2}}\s+{_CAPITAL})*"
_PATTERNS = {
    AnswerKind.DATE: re.compile(
        rf"(\d{{1,2}} {_MONTH},? \d{{4}}|{_MONTH} \d{{1,2}}, \d{{4}}|{_MONTH} \d{{4}})"
    ),
    AnswerKind.YEAR: re.compile(r"(?<![\d,.$£€])\b((?:1\d{3}|20\d{2}))\b(?![,.]?\d)"),
    AnswerKind.NUMBER: re.compile(
        r"(?<![\w.,])([+-]?\d[\d,]*(?:\.\d+)?(?:\s?(?:million|billion|percent|%))?)(?!\w)"
    ),
    AnswerKind.NAME: re.compile(rf"({_NAMES})"),
    AnswerKind.PLACE: re.compile(rf"({_NAMES}, {_NAMES})"),
    AnswerKind.PHRASE: re.compile(
        r"\b(?:is|was|are|were|as|be) (?:an?|the) ([a-z][\w-]+(?: (?!(?:who|that|and|of|in|from|"
        r"which|by|for|to|with|on)\b)[a-z][\w-]+){0,2})"
    ),
    AnswerKind.CHOICE: re.compile(r"[\"“]([^\"”]{2,60})[\"”]"),
}
_FITS: dict[AnswerKind, dict[AnswerKind, float]] = {
    AnswerKind.PERSON: {AnswerKind.NAME: 1.0},
    AnswerKind.PLACE: {AnswerKind.NAME: 1.0, AnswerKind.PLACE: 0.9},
    AnswerKind.YEAR: {AnswerKind.YEAR: 1.0},
    AnswerKind.DATE: {AnswerKind.DATE: 1.0, AnswerKind.YEAR: 0.8},
    AnswerKind.NUMBER: {AnswerKind.NUMBER: 1.0, AnswerKind.YEAR: 0.2},
    AnswerKind.NAME: {AnswerKind.NAME: 1.0, AnswerKind.CHOICE: 0.9},
    AnswerKind.PHRASE: {AnswerKind.PHRASE: 1.0, AnswerKind.NAME: 0.7},
}
_NOT_PEOPLE = re.compile(
    r"\b(?:University|College|School|Records|City|County|Company|Corporation|Inc|League|River|"
    r"Island|Award|Awards|Church|Film|Festival|Museum|Party|Band|Club|Cup|War|Street|House|North|"
    r"South|East|West|American|British|English|French|German|United)\b"
)
_BEFORE_PLACES = re.compile(r"\b(?:in|at|near|from|of|to)\s+(?:the\s+)?$")
_TITLE_CLOSENESS = 0.35
_NEAR = 3.0


@dataclass(frozen=True)
class Span:
    """A possible answer, how well its type fits (0 to 1) and how near the question's words are."""

    text: str
    fit: float
    closeness: float

    @property
    def score(self) -> float:
        return self.fit * (0.25 + self.closeness)


def spans(
    sentence: Sentence, question: Question, library: Library, wanted: Collection[str]
) -> list[Span]:
    """Every possible answer in ``sentence``; ``wanted`` are the stems it should stand close to."""
    near = _Nearness(sentence.text, question, library, wanted)
    found = [
        Span(text, fit, near.closeness(start, start + len(text)))
        for text, start, fit in _candidates(sentence.text, question.kind)
    ]
    title = without_brackets(sentence.title)
    if question.kind in {AnswerKind.PERSON, AnswerKind.NAME, AnswerKind.PLACE}:
        found.append(Span(title, _type_fit(question.kind, title, ""), _TITLE_CLOSENESS))
    asked = f" {normalised(question.text)} "
    return [span for span in found if _is_news(span.text, asked, question.stems)]


class _Nearness:
    """How near a stretch of one sentence stands to the question's words in it."""

    def __init__(
        self, text: str, question: Question, library: Library, wanted: Collection[str]
    ) -> None:
        self._starts = [start for _, start in words(text)]
        stems = [stem(word) if word not in STOPWORDS else "" for word, _ in words(text)]
        self._anchors = [
            (place, library.weight([found]) * (2 if found in question.focus else 1))
            for place, found in enumerate(stems)
            if found in wanted
        ]
        self._total = sum(weight for _, weight in self._anchors)

    def closeness(self, start: int, end: int) -> float:
        """Weighted mean over the question's words of their nearness to the stretch, 0 to 1."""
        inside = [p for p, offset in enumerate(self._starts) if start <= offset < end]
        if not inside or not self._total:
            return 0.0
        near = (
            weight / (1 + max(inside[0] - place, place - inside[-1], 0) / _NEAR)
            for place, weight in self._anchors
        )
        return sum(near) / self._total


def _candidates(text: str, kind: AnswerKind) -> Iterator[tuple[str, int, float]]:
    for pattern, fit in _FITS.get(kind, _FITS[AnswerKind.NAME]).items():
        for match in _PATTERNS[pattern].finditer(text):
            found, start = match[1], match.start(1)
            if pattern is AnswerKind.NAME:
                found, start = _without_opening_stopwords(found, start)
            if found:
                yield found, start, fit * _type_fit(kind, found, text[:start])


def _without_opening_stopwords(name: str, start: int) -> tuple[str, int]:
    """``The Beatles`` keeps ``Beatles``; a sentence that opens with ``He`` opens with no name."""
    while name and name.split(maxsplit=1)[0].casefold() in STOPWORDS:
        rest = name.partition(" ")[2].lstrip()
        start += len(name) - len(rest)
        name = rest
    return name, start


def _type_fit(kind: AnswerKind, text: str, before: str) -> float:
    """How much ``text`` looks like a person or a place, where one is asked for."""
    if kind is AnswerKind.PERSON:
        return (0.4 if _NOT_PEOPLE.search(text) else 1.0) * (1.0 if " " in text else 0.6)
    if kind is AnswerKind.PLACE:
        return 1.0 if _BEFORE_PLACES.search(before) else 0.6
    return 1.0


def _is_news(text: str, asked: str, stems: frozenset[str]) -> bool:
    """Whether a span says something that the question did not."""
    plain = normalised(text)
    return bool(plain) and f" {plain} " not in asked and not content_stems(text) <= stems
