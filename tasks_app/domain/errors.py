"""The handful of errors the product raises on purpose; each carries a sentence for its reader."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a file, at a place, with what to do about it.

    ``severity`` is ``error`` (the file is refused) or ``warning`` (accepted, shown).
    ``line`` counts from 1; None where the problem is not on a line.
    """

    code: str
    message: str
    hint: str = ""
    file: str = ""
    line: int | None = None
    task_id: str | None = None
    severity: str = "error"


class EcoAgentError(Exception):
    """Base of every error that the site shows to a person."""


@dataclass
class Refused(EcoAgentError):
    """An uploaded or imported file that breaks its format; every problem is listed."""

    problems: Sequence[Problem] = field(default_factory=tuple)

    def __str__(self) -> str:
        first = self.problems[0].message if self.problems else "no reason given"
        return f"Refused: {len(self.problems)} problem(s), the first: {first}"


class Conflict(EcoAgentError):
    """The request contradicts what is already stored (immutable or idempotent things)."""


class NotAllowed(EcoAgentError):
    """The person may not do this to this object."""


class NotComparable(EcoAgentError):
    """Two numbers of different cost bases, tracks or bundles were to be compared."""
