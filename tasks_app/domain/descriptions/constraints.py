"""What a text demands or forbids, clause by clause, in a form that survives rewording.

A constraint is a clause with a word that binds (must, never, only, without, sorted by, …). Two
clauses say the same where they agree in polarity, in *only*, in force, and share at least half
of their concepts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tasks_app.domain.descriptions.words import Clause, clauses, concepts, coverage, sentences

ENOUGH = 0.5
"""Share of a clause's concepts that its rewording has to keep."""

_NEGATIVE = re.compile(
    r"\b(?:not|never|no|without|avoid|nor|neither|none|nothing|cannot|refrain|forbidden|forbid"
    r"|prohibited|disallowed|unchanged|untouched|unmodified|intact|\w+n't|except|as[ -]is"
    r"|free of|rather than|instead of)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|nothing (?:but|else|other)|no other|just|alone|limited to)\b",
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
    """One clause read for what it binds to. ``is_mixed`` marks a whole sentence of which some
    parts forbid and others demand: its polarity says nothing of each."""

    clause: Clause
    concepts: frozenset[str]
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
        return coverage(other.concepts, self.concepts) >= ENOUGH


def constraints(plain: str) -> tuple[Demand, ...]:
    """The clauses of a text that bind. ``plain`` is the text with its named things blanked."""
    return tuple(demand for demand in parts(plain) if demand.concepts and is_binding(demand))


def is_binding(demand: Demand) -> bool:
    text = demand.clause.text
    return demand.is_negative or demand.is_only or bool(_BINDING.search(text))


def parts(plain: str) -> Iterator[Demand]:
    """Every clause, constraint or not."""
    for sentence in sentences(plain):
        yield from map(demand_of, clauses(sentence))


def statements(plain: str) -> tuple[Demand, ...]:
    """Every clause, and every sentence as a whole: what a clause demands may be spread over a
    sentence that is cut differently."""
    found = list(parts(plain))
    for sentence in sentences(plain):
        inner = [demand_of(clause) for clause in clauses(sentence)]
        if len(inner) > 1:
            whole = demand_of(sentence)
            is_mixed = len({part.is_negative for part in inner if part.concepts}) > 1
            found.append(Demand(**{**vars(whole), "is_mixed": is_mixed}))
    return tuple(found)


def demand_of(clause: Clause) -> Demand:
    text = clause.text
    return Demand(
        clause=clause,
        concepts=frozenset(concepts(text)),
        is_negative=bool(_NEGATIVE.search(text.replace("\u2019", "'"))),
        is_only=bool(_ONLY.search(text)),
        is_weak=bool(_WEAK.search(text)),
    )


def kept(demand: Demand, given: Iterable[Demand]) -> bool:
    """Whether one of the ``given`` statements keeps ``demand``."""
    return any(statement.says(demand) for statement in given)
