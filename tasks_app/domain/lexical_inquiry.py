"""One question put to one library: which sentences cover it, and which stretch answers it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tasks_app.domain.lexical_questions import AnswerKind, Question
from tasks_app.domain.lexical_spans import looks_like, spans
from tasks_app.domain.lexical_text import (
    Library,
    Sentence,
    content_stems,
    plain,
    without_brackets,
    wobble,
)

# Set once on real questions of several kinds; docs/readers.md says how little they matter.
_PART_OF_TITLE = 0.5  # what the words of a title count that the question names in part
_NAMED_BONUS = 0.1  # for a document that the question names by its whole title
_HEAD_WEIGHT, _FOCUS_WEIGHT = 3.0, 1.5  # how strongly what is asked for attracts an answer
_NEAR = 3.0  # words at which nearness has halved
_AFTER_LABEL = 0.6  # a value mostly follows its label: distance counts less in that direction
_TITLE_CLOSENESS = 0.5  # how near a title is taken to stand to the words of its sentences
_WITHOUT_CLOSENESS = 0.25  # part of a candidate's score that fit alone can earn
_TITLED = (AnswerKind.PERSON, AnswerKind.NAME, AnswerKind.PLACE)


@dataclass(frozen=True)
class Candidate:
    """A possible answer from a sentence; ``score`` from 0 to 1."""

    text: str
    score: float


@dataclass(frozen=True)
class Inquiry:
    """One attempt at a question: all that a reading may depend on."""

    question: Question
    library: Library
    attempt: int

    def coverage(self, sentence: Sentence) -> float:
        """The share of the question's weight that a sentence covers, 0 to 1.

        The title of its document counts in full where the question names it whole: then the
        sentence is about what the question is about.
        """
        return self.share(sentence.stems) + self._title_share(sentence)

    def share(self, stems: frozenset[str]) -> float:
        """The share of the question's weight that ``stems`` cover, 0 to 1.

        What is asked for counts twice: a sentence without it seldom holds the answer.
        """
        total = self._total
        return self._weight(self.question.stems & stems) / total if total else 0.0

    def relevance(self, sentence: Sentence) -> float:
        """Coverage, and more for a document that the question names by its whole title."""
        return self.coverage(sentence) + (_NAMED_BONUS if self._names(sentence) else 0.0)

    def ranked(self, limit: int) -> list[Sentence]:
        """The sentences that cover the question best, best first."""
        scored = [
            (self.relevance(sentence) * self.wobble(sentence.text), sentence)
            for sentence in self.library.sentences
            if sentence.reach & self.question.stems
        ]
        scored.sort(key=lambda pair: (-pair[0], pair[1].title, pair[1].text))
        return [sentence for _, sentence in scored[:limit]]

    def best(
        self, sentence: Sentence, wanted: Collection[str], barred: Collection[str] = ()
    ) -> Candidate | None:
        """The best answer in a sentence, close to the ``wanted`` stems and not ``barred``."""
        found = [
            Candidate(text, score)
            for text, score in self._scored(sentence, wanted)
            if plain(text) not in barred and self._is_news(text)
        ]
        steady = {each: each.score * self.wobble(sentence.text, each.text) for each in found}
        return max(found, key=lambda each: (steady[each], each.text), default=None)

    def repeats(self, text: str) -> bool:
        """Whether every content word of ``text`` is one of the question's."""
        return content_stems(text) <= self.question.stems

    def wobble(self, *parts: str) -> float:
        return wobble(self.attempt, self.question.text, *parts)

    @cached_property
    def _total(self) -> float:
        return self._weight(self.question.stems)

    def _weight(self, stems: frozenset[str]) -> float:
        asked = stems.intersection(self.question.focus)
        return self.library.weight(stems) + self.library.weight(asked)

    def _title_share(self, sentence: Sentence) -> float:
        added = self.share(sentence.title_stems - sentence.stems)
        return added if self._names(sentence) else added * _PART_OF_TITLE

    def _names(self, sentence: Sentence) -> bool:
        """Whether the question names the whole title of a sentence's document."""
        return bool(sentence.title_stems) and sentence.title_stems <= self.question.stems

    def _scored(self, sentence: Sentence, wanted: Collection[str]) -> Iterator[tuple[str, float]]:
        kind = self.question.kind
        anchors = [
            (word.place, self._anchor(word.stem)) for word in sentence.words if word.stem in wanted
        ]
        for span in spans(sentence.text, kind):
            closeness = _closeness(sentence.places(span.start, span.end), anchors)
            yield span.text, _score(span.fit, closeness)
        if kind in _TITLED:
            title = without_brackets(sentence.title)
            yield title, _score(looks_like(kind, title), _TITLE_CLOSENESS)

    def _anchor(self, found: str) -> float:
        weight = self.library.weight(frozenset((found,)))
        if found in self.question.focus[-1:]:
            return weight * _HEAD_WEIGHT
        return weight * _FOCUS_WEIGHT if found in self.question.focus else weight

    def _is_news(self, text: str) -> bool:
        """Whether a stretch says something that the question did not."""
        words = f" {plain(text)} "
        repeated = words in f" {plain(self.question.text)} "
        return not words.isspace() and not repeated and not self.repeats(text)


def _score(fit: float, closeness: float) -> float:
    return fit * (_WITHOUT_CLOSENESS + closeness) / (1 + _WITHOUT_CLOSENESS)


def _closeness(places: tuple[int, int] | None, anchors: Sequence[tuple[int, float]]) -> float:
    """Weighted mean over the anchors of their nearness to the words at ``places``, 0 to 1."""
    total = sum(weight for _, weight in anchors)
    if places is None or not total:
        return 0.0
    first, last = places
    distances = ((max(p - last, _AFTER_LABEL * (first - p), 0), weight) for p, weight in anchors)
    return sum(weight / (1 + distance / _NEAR) for distance, weight in distances) / total
