"""Whether a file is read or written, by the verb that stands nearest before it."""

import re
from dataclasses import dataclass

from tasks_app.domain.descriptions.named_things import AnchorKind
from tasks_app.domain.descriptions.reading import Reading
from tasks_app.domain.descriptions.words import Clause, concept_of

_WORD = re.compile(r"[A-Za-z]+")
_FORBIDS = re.compile(r"\b(?:not|never|no|without)\b|n't", re.IGNORECASE)
_ROLES = {"read": "read", "write": "written"}
NEAR = 60
"""Characters before a file within which its verb is looked for."""


@dataclass(frozen=True)
class Role:
    word: str
    start: int
    end: int


def roles(text: Reading) -> dict[str, Role]:
    """The role of each file that has one, by its key. A file with two roles has none: it is
    changed in place, and either may be said."""
    found: dict[str, list[Role]] = {}
    for thing in text.things:
        if thing.kind is AnchorKind.FILE:
            sentence = _sentence_of(text, thing.start)
            word = _nearest(text.plain[max(sentence.start, thing.start - NEAR) : thing.start])
            if word:
                found.setdefault(thing.key, []).append(Role(word, thing.start, thing.end))
    single = {key: roles for key, roles in found.items() if len({r.word for r in roles}) == 1}
    return {key: roles[0] for key, roles in single.items()}


def _sentence_of(text: Reading, place: int) -> Clause:
    return next((s for s in text.sentences if s.start <= place < s.end), Clause(text.text, 0))


def _nearest(before: str) -> str:
    if _FORBIDS.search(before):
        return ""
    verbs = [concept_of(word.casefold()) for word in _WORD.findall(before)]
    return next((_ROLES[verb] for verb in reversed(verbs) if verb in _ROLES), "")
