"""Two texts with what differs marked, word by word (difflib's matching blocks)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_PIECE = re.compile(r"\s+|[^\W_]+(?:[._/'-][^\W_]+)*\s*|.\s*", re.DOTALL)
"""A word with the space behind it: were spaces words, they would match each other everywhere."""
MOST_WORDS = 3000
"""Beyond this many words a text is shown whole as changed: difflib takes quadratic time."""


class Mark(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True)
class Piece:
    """A stretch of a text, with how it relates to the other text."""

    text: str
    mark: Mark


@dataclass(frozen=True)
class Difference:
    """Both texts in pieces. ``original`` has SAME and REMOVED ones, ``candidate`` SAME and
    ADDED; ``similarity`` is difflib's ratio over words, 0 to 1."""

    original: tuple[Piece, ...]
    candidate: tuple[Piece, ...]
    similarity: float


def difference(original: str, candidate: str) -> Difference:
    """What ``candidate`` leaves out of ``original`` and what it adds. Joining the pieces
    gives each text again."""
    left, right = _PIECE.findall(original), _PIECE.findall(candidate)
    if max(len(left), len(right)) > MOST_WORDS:
        return Difference((Piece(original, Mark.REMOVED),), (Piece(candidate, Mark.ADDED),), 0.0)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    codes = matcher.get_opcodes()
    return Difference(
        _pieces(left, [(tag, a, b) for tag, a, b, _, _ in codes], Mark.REMOVED),
        _pieces(right, [(tag, a, b) for tag, _, _, a, b in codes], Mark.ADDED),
        matcher.ratio(),
    )


def _pieces(
    words: Sequence[str], codes: Sequence[tuple[str, int, int]], changed: Mark
) -> tuple[Piece, ...]:
    pieces = [
        Piece("".join(words[start:end]), Mark.SAME if tag == "equal" else changed)
        for tag, start, end in codes
        if start < end
    ]
    return tuple(pieces)
