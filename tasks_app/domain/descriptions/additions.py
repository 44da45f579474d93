"""What a candidate adds to the public text: things, numbers, hints, commands, steps, claims."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tasks_app.domain.descriptions.concepts import HINTS, MEANS, SEQUENCE, STEP_VERBS, STOP_WORDS
from tasks_app.domain.descriptions.findings import Finding, FindingCode, in_candidate
from tasks_app.domain.descriptions.kept import occurs
from tasks_app.domain.descriptions.named_things import Anchor, AnchorKind
from tasks_app.domain.descriptions.reading import Reading
from tasks_app.domain.descriptions.words import (
    Clause,
    clauses,
    concept_of,
    concepts,
    sentences,
    words,
)

_HINT = re.compile("|".join(rf"\b{hint}" for hint in HINTS), re.IGNORECASE)
_SEQUENCE = re.compile("|".join(SEQUENCE), re.IGNORECASE)
_NUMBERED = re.compile(r"(?m)^[ \t]*(?:\d{1,3}[.)]|step \d+)", re.IGNORECASE)
_MEANS = re.compile(MEANS, re.IGNORECASE)
_LEAD = re.compile(r"^(?:please|then|and|also|so|next|finally|first|now|afterwards|but)$")

_UNSUPPORTED = {
    AnchorKind.FILE: (FindingCode.UNSUPPORTED_FILE, "The public text names no file {}."),
    AnchorKind.QUOTE: (FindingCode.UNSUPPORTED_QUOTE, "The public text does not say {}."),
    AnchorKind.COMMAND: (FindingCode.ADDED_COMMAND, "The public text gives no command {}."),
    AnchorKind.NAME: (FindingCode.UNSUPPORTED_NAME, "The public text does not name {}."),
    AnchorKind.NUMBER: (FindingCode.UNSUPPORTED_NUMBER, "The public text has no number {}."),
}
STEP_UNKNOWN = 0.34
CLAIM_UNKNOWN = 0.6
"""Shares of unknown concepts from which a clause is an added step, or an added claim."""
CLAIM_LEAST = 3
"""Unknown concepts below which a clause is taken for a rewording."""


@dataclass(frozen=True)
class Support:
    """What the public text offers: its named things, its concepts, its wordings."""

    reading: Reading
    keys: frozenset[str]
    concepts: frozenset[str]

    @classmethod
    def of(cls, public: Reading) -> "Support":
        keys = frozenset(thing.key for thing in public.things)
        # Names count as words too: a rewording may write them small.
        return cls(public, keys, frozenset(concepts(public.text)))

    def unknown(self, text: str) -> tuple[list[str], float]:
        """The concepts of ``text`` that the public text lacks, and their share of all."""
        found = list(dict.fromkeys(concepts(text)))
        lacking = [concept for concept in found if concept not in self.concepts]
        return lacking, len(lacking) / len(found) if found else 0.0


def added(public: Reading, candidate: Reading) -> Iterator[Finding]:
    """Everything in the candidate that the public text does not support."""
    support = Support.of(public)
    yield from _added_things(support, candidate)
    numbered = bool(_NUMBERED.search(candidate.text) and not _NUMBERED.search(public.text))
    for sentence in sentences(candidate.plain):
        yield from _added_wording(support, sentence, numbered)


def _added_things(support: Support, candidate: Reading) -> Iterator[Finding]:
    for thing in candidate.things:
        if thing.key not in support.keys and not _is_said(thing, support):
            code, reason = _UNSUPPORTED[thing.kind]
            yield in_candidate(code, thing.start, thing.end, reason.format(thing.text))


def _is_said(thing: Anchor, support: Support) -> bool:
    if thing.kind is AnchorKind.NUMBER:
        return thing.key.isdigit() and any(_same_value(thing.key, key) for key in support.keys)
    if thing.kind is AnchorKind.NAME:
        return occurs(thing.key, support.reading.plain.casefold())
    return occurs(thing.key, support.reading.text)


def _same_value(number: str, key: str) -> bool:
    """Whether ``key`` is this number with a unit, which a candidate may have put elsewhere."""
    return key.startswith(number) and key[len(number) :].isalpha()


def _added_wording(support: Support, sentence: Clause, numbered: bool) -> Iterator[Finding]:
    """At most one finding a sentence: a hint, else the first step, else the first claim."""
    hint = _HINT.search(sentence.text)
    if hint and not occurs(hint[0].casefold(), support.reading.text.casefold()):
        reason = "This tells how to get there; the original does not."
        yield in_candidate(FindingCode.ADDED_HINT, sentence.start, sentence.end, reason)
        return
    parts = clauses(sentence)
    step = next((part for part in parts if _is_step(support, part, numbered)), None)
    claim = next((part for part in parts if _is_claim(support, part)), None)
    if step:
        reason = "The original asks for no such step."
        yield in_candidate(FindingCode.ADDED_STEP, step.start, step.end, reason)
    elif claim:
        reason = "Nothing in the public text supports this."
        yield in_candidate(FindingCode.UNSUPPORTED_CLAIM, claim.start, claim.end, reason)


def _is_step(support: Support, clause: Clause, numbered: bool) -> bool:
    lacking, share = support.unknown(clause.text)
    if not lacking:
        return False
    if _MEANS.match(clause.text) or _SEQUENCE.search(clause.text):
        return share >= STEP_UNKNOWN
    verb = _imperative(clause.text)
    if not verb:
        return False
    is_new = concept_of(verb) in lacking
    return (is_new and (numbered or share >= STEP_UNKNOWN)) or share > CLAIM_UNKNOWN


def _imperative(text: str) -> str:
    """The verb that a clause of instruction begins with; empty where it is none."""
    for word in words(text):
        if word in STEP_VERBS and not (word in STOP_WORDS and word != "use"):
            return word
        if not _LEAD.match(word):
            return ""
    return ""


def _is_claim(support: Support, clause: Clause) -> bool:
    lacking, share = support.unknown(clause.text)
    return len(lacking) >= CLAIM_LEAST and share >= CLAIM_UNKNOWN
