"""What a question asks for, read off its question word and the noun beside it."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tasks_app.domain.lexical_text import STOPWORDS, content_stems, stem


class AnswerKind(StrEnum):
    YES_NO = "yes_no"
    CHOICE = "choice"
    PERSON = "person"
    PLACE = "place"
    YEAR = "year"
    DATE = "date"
    NUMBER = "number"
    CODE = "code"
    NAME = "name"
    PHRASE = "phrase"


@dataclass(frozen=True)
class Question:
    """``stems``: its content words; ``focus``: those that name what is asked for, head last.

    ``choices``: the two names between which a question of kind ``choice`` asks.
    """

    text: str
    kind: AnswerKind
    stems: frozenset[str]
    focus: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


_YES_NO = re.compile(r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will)\b", re.I)
_NAME = r"[A-Z0-9][\w'’.&-]*(?:\s+(?:(?:of|the|de|and|for|in)\s+)*[A-Z0-9][\w'’.&!-]*)*"  # noqa: RUF001
_CHOICE = re.compile(rf"(?:the\s+)?({_NAME})(?:\s*\([^)]*\))?,?\s+or\s+(?:the\s+)?({_NAME})")
_ASKED_FIRST = re.compile(
    r"(?:(?:in|at|on|by|to|from|of|for|with|into|under|near)\s+)?"
    r"(who|whom|whose|where|when|what|which|how)\b",
    re.I,
)
_ASKED_LATER = re.compile(r"\b(what|which|how many|how much|whom|who|where|when)\b", re.I)
_AFTER_THE = re.compile(r"\s*(?:is|are|was|were)\s+(?:the|an?)\s+(.*)", re.I | re.S)
_FOCUS_END = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|of|in|that|which|who|"
    r"where|whose|to|for|by|on|at|from|with|used|called|named|located|'s)\b|[,?.:;]",
    re.I,
)
_LONGEST_FOCUS = 4

_KIND_OF_WORD = {
    "who": AnswerKind.PERSON,
    "whom": AnswerKind.PERSON,
    "whose": AnswerKind.PERSON,
    "where": AnswerKind.PLACE,
    "when": AnswerKind.DATE,
}
_HEADS = {
    AnswerKind.PLACE: "city country state town county village place location region province "
    "island continent capital district birthplace nation territory river neighborhood borough "
    "suburb municipality hometown headquarters venue seat harbor",
    AnswerKind.PERSON: "person actor actress singer author writer director president king queen "
    "player politician artist musician composer producer founder man woman poet coach father "
    "mother wife husband spouse sibling brother sister son daughter child performer star leader "
    "character comedian philosopher scientist model guitarist drummer rapper screenwriter owner "
    "employee driver novelist journalist architect general emperor governor senator mayor",
    AnswerKind.YEAR: "year",
    AnswerKind.DATE: "date day month birthday decade century",
    AnswerKind.NUMBER: "number population area elevation height length many much distance age "
    "percentage amount total altitude size",
    AnswerKind.CODE: "code",
    AnswerKind.PHRASE: "nationality profession occupation genre type kind sport language religion "
    "instrument career job style species color colour",
}
_KIND_OF_HEAD = {stem(head): kind for kind, heads in _HEADS.items() for head in heads.split()}


@lru_cache(maxsize=256)
def understood(text: str) -> Question:
    """``text`` as a question: the kind of answer it wants, its content words and its focus."""
    stems = content_stems(text)
    choice = _CHOICE.search(text)
    if choice:
        return Question(text, AnswerKind.CHOICE, stems, choices=(choice[1], choice[2]))
    if _YES_NO.match(text):
        return Question(text, AnswerKind.YES_NO, stems)
    word, rest = _asked(text)
    focus = _focus(rest) if word in {"what", "which", "how"} else ()
    return Question(text, _kind(word, focus), stems, focus)


def _asked(text: str) -> tuple[str, str]:
    """The question word and what follows it; relative pronouns are the last resort."""
    text = text.strip()
    first = _ASKED_FIRST.match(text)
    if first:
        return first[1].casefold(), text[first.end() :]
    found = list(_ASKED_LATER.finditer(text))
    if not found:
        return "what", text
    asking = [match for match in found if match[1].casefold()[:3] in {"wha", "whi", "how"}]
    last = (asking or found)[-1]
    return last[1].casefold().split()[0], text[last.end() :]


def _focus(rest: str) -> tuple[str, ...]:
    """The stems of the noun phrase that names the answer, its head last."""
    after_the = _AFTER_THE.match(rest)
    phrase = _FOCUS_END.split(after_the[1] if after_the else rest, maxsplit=1)[0]
    content = [word for word in re.findall(r"\w+", phrase.casefold()) if word not in STOPWORDS]
    return tuple(stem(word) for word in content[:_LONGEST_FOCUS])


def _kind(word: str, focus: tuple[str, ...]) -> AnswerKind:
    if word in _KIND_OF_WORD:
        return _KIND_OF_WORD[word]
    if word == "how":
        return AnswerKind.NUMBER if focus else AnswerKind.PHRASE
    heads = [head for head in reversed(focus) if head in _KIND_OF_HEAD]
    return _KIND_OF_HEAD[heads[0]] if heads else AnswerKind.NAME
