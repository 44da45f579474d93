"""One cell as the value of one field: read strictly, unknown kept apart from zero."""

import math

from runs_app.domain.archive.field_types import is_name
from runs_app.domain.archive.limits import LARGEST_AMOUNT
from runs_app.domain.archive.names import NAME_LENGTH, quoted
from runs_app.domain.episode import EpisodeStatus
from tasks_app.domain.foreign_tables.rows import Scalar
from tasks_app.domain.foreign_tables.task_ids import written_id

UNKNOWN_WORDS = frozenset(
    {"", "-", "--", "?", "n/a", "na", "nan", "none", "null", "unknown", "undefined"}
)
YES = frozenset({"true", "yes", "y", "1", "1.0", "pass", "passed", "resolved", "success", "solved"})
NO = frozenset({"false", "no", "n", "0", "0.0", "fail", "failed", "unresolved", "failure"})


class WrongCell(Exception):
    """What is wrong with a cell, and what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def is_unknown(cell: Scalar) -> bool:
    if isinstance(cell, float) and math.isnan(cell):
        return True
    return cell is None or (isinstance(cell, str) and cell.strip().casefold() in UNKNOWN_WORDS)


def text(cell: Scalar) -> str:
    """A name of one line; blank where there is none."""
    if is_unknown(cell):
        return ""
    found = written_id(cell)
    if not is_name(found) or len(found) > NAME_LENGTH:
        raise WrongCell(
            f"{_shown(cell)} is no name.", f"Write at most {NAME_LENGTH} characters in one line."
        )
    return found


def amount(cell: Scalar, most: float = LARGEST_AMOUNT) -> float | None:
    """A number from 0 to ``most``; None where it is unknown. $0.25 is 0.25."""
    if is_unknown(cell):
        return None
    number = _number(cell)
    if not 0 <= number <= most:
        raise WrongCell(
            f"{_shown(cell)} is not between 0 and {most:g}.",
            "Leave it blank, or write null, where it is unknown.",
        )
    return number


def whole(cell: Scalar, least: int = 0, most: float = LARGEST_AMOUNT) -> int | None:
    """A whole number; None where it is unknown. 12.0 is 12."""
    number = amount(cell, most)
    if number is None:
        return None
    if not number.is_integer() or number < least:
        raise WrongCell(f"{_shown(cell)} is no whole number from {least}.", "Write a count.")
    return int(number)


def verdict(cell: Scalar) -> bool | None:
    """Yes or no; None where nobody decided."""
    if isinstance(cell, bool):
        return cell
    if is_unknown(cell):
        return None
    word = str(cell).strip().casefold()
    if word in YES or word in NO:
        return word in YES
    raise WrongCell(
        f"{_shown(cell)} is neither yes nor no.",
        "Write true or false; a number between them is a reward.",
    )


def status(cell: Scalar) -> EpisodeStatus:
    """One of the format's four words; an episode of which nothing is said was completed."""
    if is_unknown(cell):
        return EpisodeStatus.COMPLETED
    word = str(cell).strip().casefold()
    if word not in {known.value for known in EpisodeStatus}:
        raise WrongCell(f"{_shown(cell)} is no status.", f"Write {', '.join(EpisodeStatus)}.")
    return EpisodeStatus(word)


def _number(cell: Scalar) -> float:
    hint = "Write a plain number with a point, such as 0.25."
    if isinstance(cell, bool) or cell is None:
        raise WrongCell(f"{_shown(cell)} is no number.", hint)
    written = cell.strip().removeprefix("$").strip() if isinstance(cell, str) else cell
    try:
        # Python reads 1_000 and other scripts' digits too: a table with them may mean another.
        if isinstance(written, str) and (not written.isascii() or "_" in written):
            raise ValueError
        number = float(written)
    except (ValueError, OverflowError):
        raise WrongCell(f"{_shown(cell)} is no number.", hint) from None
    if not math.isfinite(number):
        raise WrongCell(f"{_shown(cell)} is not a finite number.", hint)
    return number


def _shown(cell: Scalar) -> str:
    return quoted(str(cell), 60)
