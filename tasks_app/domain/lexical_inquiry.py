"""One question put to one library: which sentences cover it, and which stretch answers it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

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

_PART_OF_TITLE = 0.5
_HEAD_WEIGHT, _FOCUS_WEIGHT = 3.0, 1.5
_TITLE_CLOSENESS = 0.35
_WITHOUT_CLOSENESS = 0.25
_NEAR = 3.0
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
        return self.share(sentence.stems & self.question.stems) + self._title_share(sentence)

    def share(self, stems: Collection[str]) -> float:
        """The share of the question's weight that some of its stems make up, 0 to 1."""
        total = self.library.weight(self.question.stems)
        return self.library.weight(stems) / total if total else 0.0

    def ranked(self, limit: int) -> list[Sentence]:
        """The sentences that cover the question best, best first."""
        scored = [
            (self.coverage(sentence) * self.wobble(sentence.text), sentence)
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

    def _title_share(self, sentence: Sentence) -> float:
        shared = (sentence.title_stems & self.question.stems) - sentence.stems
        named_whole = sentence.title_stems <= self.question.stems
        return self.share(shared) * (1.0 if named_whole else _PART_OF_TITLE)

    def _scored(self, sentence: Sentence, wanted: Collection[str]) -> Iterator[tuple[str, float]]:
        kind = self.question.kind
        anchors = [
            (place, self._anchor(stem))
            for place, (stem, _) in enumerate(sentence.words)
            if stem in wanted
        ]
        for span in spans(sentence.text, kind):
            inside = [
                place
                for place, (_, start) in enumerate(sentence.words)
                if span.start <= start < span.start + len(span.text)
            ]
            yield span.text, _score(span.fit, _closeness(inside, anchors))
        if kind in _TITLED:
            title = without_brackets(sentence.title)
            yield title, _score(looks_like(kind, title), _TITLE_CLOSENESS)

    def _anchor(self, found: str) -> float:
        weight = self.library.weight([found])
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


def _closeness(inside: list[int], anchors: Sequence[tuple[int, float]]) -> float:
    """Weighted mean over the anchors of their nearness to the words ``inside``, 0 to 1."""
    total = sum(weight for _, weight in anchors)
    if not inside or not total:
        return 0.0
    near = (
        weight / (1 + max(inside[0] - place, place - inside[-1], 0) / _NEAR)
        for place, weight in anchors
    )
    return sum(near) / total
