"""Questions that weigh two things against each other: which of two, or whether both."""

import re
from collections.abc import Callable, Sequence

from tasks_app.domain.lexical_inquiry import Inquiry
from tasks_app.domain.lexical_questions import AnswerKind, Question
from tasks_app.domain.lexical_spans import spans
from tasks_app.domain.lexical_text import Sentence, content_stems, plain, without_brackets

_LESS = re.compile(r"\b(?:first|older|oldest|earlier|earliest|smaller|fewer|less|lower|shorter)\b")
_LATER = "later|latest|younger|youngest|newer|recent|recently|last"
_MORE = re.compile(
    rf"\b(?:{_LATER}|larger|bigger|more|higher|longer|taller|greater|most|largest|highest|longest)\b"
)
_BY_TIME = re.compile(rf"\b(?:first|older|oldest|earlier|earliest|{_LATER})\b")
_SHARED_ENOUGH = 0.5

Group = tuple[Sentence, ...]


def chosen(inquiry: Inquiry) -> tuple[str, list[Sentence]] | None:
    """Which of a question's two choices it is, and the sentences that tell; None if none does."""
    pair = [(choice, _about(inquiry, choice)) for choice in inquiry.question.choices]
    if any(not group for _, group in pair):
        return None
    return _by_size(inquiry.question, pair) or _by_cover(inquiry, pair)


def both(inquiry: Inquiry) -> tuple[str, list[Sentence]] | None:
    """``yes`` where the documents on both things share what is asked, else ``no``.

    None where the question does not name the subjects of two documents.
    """
    question = inquiry.question
    groups = [
        group for group in inquiry.library.by_document if _names_whole(question, group[0].title)
    ]
    if len(groups) != 2:
        return None
    subjects = frozenset().union(*(group[0].title_stems for group in groups))
    property_ = question.stems - subjects
    shares = [_best_share(inquiry, group, property_) for group in groups]
    whole = inquiry.share(property_)
    agree = whole > 0 and min(share for share, _ in shares) >= _SHARED_ENOUGH * whole
    return "yes" if agree else "no", [sentence for _, sentence in shares]


def _names_whole(question: Question, title: str) -> bool:
    return f" {plain(without_brackets(title))} " in f" {plain(question.text)} "


def _best_share(inquiry: Inquiry, group: Group, stems: frozenset[str]) -> tuple[float, Sentence]:
    shares = [(inquiry.share(stems & sentence.stems), sentence) for sentence in group]
    return max(shares, key=lambda pair: (pair[0], pair[1].text))


def _about(inquiry: Inquiry, choice: str) -> Group:
    """The document about a choice: titled so, or else the first that names it."""
    stems = content_stems(choice)
    groups = inquiry.library.by_document
    titled = [group for group in groups if stems and stems <= group[0].title_stems]
    naming = [group for group in groups if any(stems <= each.stems for each in group)]
    return min(titled, key=lambda group: len(group[0].title), default=(naming or [()])[0])


def _by_size(
    question: Question, pair: Sequence[tuple[str, Group]]
) -> tuple[str, list[Sentence]] | None:
    """The choice with the smaller or larger number (or year), as the question's adjective says."""
    pick = _direction(question.text.casefold())
    kind = AnswerKind.YEAR if _BY_TIME.search(question.text.casefold()) else AnswerKind.NUMBER
    told = [(choice, _first_number(group, kind)) for choice, group in pair]
    values = [(found[0], choice) for choice, found in told if found]
    if pick is None or len(values) < len(pair):
        return None
    return pick(values)[1], [found[1] for _, found in told if found]


def _direction(text: str) -> Callable[[list[tuple[float, str]]], tuple[float, str]] | None:
    if _LESS.search(text):
        return min
    return max if _MORE.search(text) else None


def _first_number(group: Group, kind: AnswerKind) -> tuple[float, Sentence] | None:
    for sentence in group:
        for span in spans(sentence.text, kind):
            digits = re.sub(r"[^\d.]", "", span.text).strip(".")
            if digits.count(".") <= 1 and digits:
                return float(digits), sentence
    return None


def _by_cover(inquiry: Inquiry, pair: Sequence[tuple[str, Group]]) -> tuple[str, list[Sentence]]:
    """The choice whose document has the sentence that covers more of the rest of the question."""
    named = frozenset().union(*(content_stems(choice) for choice, _ in pair))
    rest = inquiry.question.stems - named
    shares = [(*_best_share(inquiry, group, rest), choice) for choice, group in pair]
    best = max(shares, key=lambda each: (each[0], each[2]))
    return best[2], [sentence for _, sentence, _ in shares]
