"""What a text demands or forbids, clause by clause, in a form that survives rewording.

A constraint is a clause with a word that binds (must, never, only, without, sorted by, …). Two
clauses say the same where they agree in polarity, in *only*, in force, and share at least half
of their concepts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tasks_app.domain.descriptions.reading import Reading
from tasks_app.domain.descriptions.words import Clause, clauses, concepts, coverage, sentences

ENOUGH = 0.5
ENOUGH_UNNAMED = 0.6
"""Shares of a clause's concepts that its rewording has to keep: where both name the same thing,
and where the clause names nothing."""
_SAME = re.compile(
    r"\b(?:stays?|remains?|keeps?|kept|leave|left)\b[^.;,]{0,30}?"
    r"\b(?:the same|as (?:it|they) (?:is|are|was|were))\b",
    re.IGNORECASE,
)
"""``must stay the same`` is ``must not change``."""
_MODAL = re.compile(
    r"\b(?:must|shall|should|has to|have to|needs? to|may|can|will|is|are)\b", re.IGNORECASE
)
_ELLIPSIS = re.compile(rf"(?:and|but|or)\s+{_MODAL.pattern}", re.IGNORECASE)
"""``and must finish``: what must is what the sentence began with."""
_BOUND = re.compile(
    r"\b(?:no|not|never) (?:\w+ )?(?:more|fewer|less|greater|longer|larger|later) than\b"
    r"|\b(?:not|never) exceed(?:ing)?\b",
    re.IGNORECASE,
)
"""Bounds on numbers are no prohibitions; they are compared as numbers."""

_NEGATIVE = re.compile(
    r"\b(?:not|never|no|without|avoid|nor|neither|none|nothing|cannot|refrain|forbidden|forbid"
    r"|prohibited|disallowed|unchanged|untouched|unmodified|intact|\w+n't|except|as[ -]is"
    r"|free of|rather than|instead of)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|nothing (?:but|else|other(?: than)?)"
    r"|no (?:\w+ )?other(?: than)?|none but|just|alone|limited to)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:may|can|could|optional|optionally|preferably|ideally|if possible|try to|if you like"
    r"|where possible|might)\b",
    re.IGNORECASE,
)
_BINDING = re.compile(
    r"\b(?:must|shall|should|only|always|exactly|ensure|make sure|required?|requires|need(?:s)? to"
    r"|ha(?:s|ve) to|unless|keep|preserve|retain|ignor\w+|skip\w*|exclud\w+|except|order(?:ed)? by"
    r"|sort(?:ed|ing)?|ascending|descending|alphabetical\w*|case-(?:in)?sensitive\w*|unique"
    r"|distinct|inclusive|exclusive|round(?:ed|ing)?|if|otherwise|whenever|at (?:least|most)"
    r"|no (?:more|fewer|less) than|leave|remain|stay|solely|exclusively)\b",
    re.IGNORECASE,
)
_QUALIFIERS = {
    "ascending": r"ascending|increasing|smallest to largest|lowest to highest|(?:smallest|lowest"
    r"|oldest|earliest) first|alphabetical(?:ly)?|a to z|lowest-first|oldest-first",
    "descending": r"descending|decreasing|largest to smallest|highest to lowest|(?:largest"
    r"|highest|newest|latest|biggest|most recent) first|reverse|newest-first",
    "case-insensitive": r"case[- ]insensitive(?:ly)?|ignor\w+ (?:the )?(?:letter[- ])?case"
    r"|regardless of (?:the )?(?:letter[- ])?case|(?:upper|lower)[- ] ?(?:and|or)"
    r" (?:upper|lower)[- ]?case",
    "case-sensitive": r"case[- ]sensitive(?:ly)?",
    "inclusive": r"inclusive(?:ly)?|including both ends|both ends included",
    "exclusive": r"exclusive of|excluding both ends",
    "unique": r"unique|distinct|deduplicated|no duplicates|without duplicates",
}
QUALIFIERS = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _QUALIFIERS.items()
}


@dataclass(frozen=True)
class Demand:
    """One clause read for what it binds to. ``subjects`` are the keys of the things it names, or
    its sentence where it names none. ``is_mixed`` marks a whole sentence of which some parts
    forbid and others demand: its polarity says nothing of each."""

    clause: Clause
    concepts: frozenset[str]
    subjects: frozenset[str]
    is_negative: bool
    is_only: bool
    is_weak: bool
    is_mixed: bool = False

    def says(self, other: "Demand") -> bool:
        """Whether this clause keeps what ``other`` demands."""
        if self.is_mixed or self.is_negative != other.is_negative:
            return False
        if (other.is_only and not self.is_only) or (self.is_weak and not other.is_weak):
            return False
        if other.subjects and not other.subjects & self.subjects:
            return False
        enough = ENOUGH if other.subjects else ENOUGH_UNNAMED
        return coverage(other.concepts, self.concepts) >= enough

    @property
    def is_binding(self) -> bool:
        """Whether it demands or forbids something that can be found again."""
        binds = self.is_negative or self.is_only or bool(_BINDING.search(self.clause.text))
        return binds and bool(self.concepts or self.subjects)


def constraints(text: Reading) -> tuple[Demand, ...]:
    """The clauses of a text that bind."""
    return tuple(demand for demand in parts(text) if demand.is_binding)


def parts(text: Reading) -> Iterator[Demand]:
    """Every clause, constraint or not."""
    for sentence in sentences(text.plain):
        yield from _parts_of(text, sentence)


def statements(text: Reading) -> tuple[Demand, ...]:
    """Every clause, and every sentence as a whole: what a clause demands may be spread over a
    sentence that is cut differently."""
    found = list(parts(text))
    for sentence in sentences(text.plain):
        inner = [demand for demand in _parts_of(text, sentence) if demand.concepts]
        if len(inner) > 1:
            is_mixed = len({demand.is_negative for demand in inner}) > 1
            found.append(replace(_demand(sentence, text.subjects(sentence)), is_mixed=is_mixed))
    return tuple(found)


def kept(demand: Demand, given: Sequence[Demand]) -> bool:
    """Whether one of the ``given`` statements keeps ``demand``. Things of it that are named
    nowhere any more do not count: that they are gone is another finding."""
    named = frozenset[str]().union(*(statement.subjects for statement in given))
    demand = replace(demand, subjects=demand.subjects & named)
    return any(statement.says(demand) for statement in given)


def _parts_of(text: Reading, sentence: Clause) -> Iterator[Demand]:
    for clause in clauses(sentence):
        demand = _demand(clause, text.subjects(clause) or text.subjects(sentence))
        if _ELLIPSIS.match(clause.text):
            subject = concepts(_MODAL.split(sentence.text)[0])
            demand = replace(demand, concepts=demand.concepts | set(subject))
        yield demand


def _demand(clause: Clause, subjects: frozenset[str]) -> Demand:
    said = _SAME.sub("not change", clause.text.replace("\u2019", "'"))
    text = _BOUND.sub(" ", said)
    is_only = bool(_ONLY.search(text))
    is_negative = bool(_NEGATIVE.search(_ONLY.sub(" ", text)))
    return Demand(
        clause=clause,
        concepts=frozenset(concepts(said)),
        subjects=subjects,
        is_negative=is_negative,
        is_only=is_only,
        # "No file may be changed" binds; "files may be changed" does not.
        is_weak=bool(_WEAK.search(text)) and not (is_negative or is_only),
    )
