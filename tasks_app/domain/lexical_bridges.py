"""From one sentence to another of a different document, over something both mention."""

from collections.abc import Iterator
from dataclasses import dataclass

from tasks_app.domain.lexical_inquiry import Candidate, Inquiry
from tasks_app.domain.lexical_spans import names
from tasks_app.domain.lexical_text import Sentence, plain, without_brackets

FIRST_SENTENCES = 8
LEAST_GAIN = 0.03
_CANDIDATE_WEIGHT = 0.3
_TITLE_STRENGTH, _SUBJECT_STRENGTH = 1.0, 0.8


@dataclass(frozen=True)
class Crossing:
    """Two sentences joined: what the first covers of the question, what the second adds."""

    first: Sentence
    second: Sentence
    answer: Candidate
    covered: float

    def value(self, inquiry: Inquiry) -> float:
        bonus = inquiry.relevance(self.first) - inquiry.coverage(self.first)
        steady = inquiry.wobble(self.second.text, self.answer.text)
        return steady * (self.covered + bonus + _CANDIDATE_WEIGHT * self.answer.score)


def best_crossing(inquiry: Inquiry) -> Crossing | None:
    """The two sentences that together answer the question best; None when nothing joins."""
    found = [
        crossing
        for first in inquiry.ranked(FIRST_SENTENCES)
        for crossing in _crossings(inquiry, first)
    ]
    return max(found, key=lambda each: (each.value(inquiry), each.answer.text), default=None)


def _crossings(inquiry: Inquiry, first: Sentence) -> Iterator[Crossing]:
    question = inquiry.question
    rest = question.stems - first.reach
    covered = inquiry.coverage(first)
    for bridge, second, strength in _bridges(inquiry, first):
        gain = inquiry.share(rest & second.stems)
        if gain < LEAST_GAIN:
            continue
        wanted = (rest & second.stems) | frozenset(question.focus)
        answer = inquiry.best(second, wanted, barred={bridge})
        if answer is not None:
            yield Crossing(first, second, answer, covered + strength * gain)


def _bridges(inquiry: Inquiry, first: Sentence) -> Iterator[tuple[str, Sentence, float]]:
    """What ``first`` mentions and the question does not, with the sentences about it elsewhere."""
    mentioned = f" {plain(first.text)} "
    subjects = [name for name in names(first.text) if not inquiry.repeats(name)]
    for group in inquiry.library.by_document:
        if group[0].doc_id == first.doc_id:
            continue
        title = plain(without_brackets(group[0].title))
        if f" {title} " in mentioned and not inquiry.repeats(title):
            yield from ((title, second, _TITLE_STRENGTH) for second in group)
            continue
        for second in group:
            for name in subjects:
                if second.text.startswith(name):
                    yield plain(name), second, _SUBJECT_STRENGTH
