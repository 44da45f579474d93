"""What the preservation gate says about a candidate description."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class FindingCode(StrEnum):
    """Why a candidate is refused; the words of docs/descriptions.md."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    MISSING_OBJECTIVE = "missing_objective"
    MISSING_FILE = "missing_file"
    MISSING_OUTPUT = "missing_output"
    CHANGED_ROLE = "changed_role"
    MISSING_NUMBER = "missing_number"
    MISSING_QUOTE = "missing_quote"
    MISSING_NAME = "missing_name"
    MISSING_CONSTRAINT = "missing_constraint"
    CHANGED_CONSTRAINT = "changed_constraint"
    MISSING_REQUIREMENT = "missing_requirement"
    UNSUPPORTED_FILE = "unsupported_file"
    UNSUPPORTED_NUMBER = "unsupported_number"
    UNSUPPORTED_QUOTE = "unsupported_quote"
    UNSUPPORTED_NAME = "unsupported_name"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    ADDED_STEP = "added_step"
    ADDED_COMMAND = "added_command"
    ADDED_HINT = "added_hint"
    HIDDEN_EVALUATION = "hidden_evaluation"
    MODEL_OBJECTION = "model_objection"


class Text(StrEnum):
    """Which of the two texts a place is in."""

    ORIGINAL = "original"
    CANDIDATE = "candidate"


@dataclass(frozen=True)
class Place:
    """Characters ``start`` (inclusive, from 0) to ``end`` (exclusive) of one of the texts."""

    text: Text
    start: int
    end: int


@dataclass(frozen=True)
class Finding:
    """One objection. ``reason`` is a sentence; about hidden evaluation it never quotes."""

    code: FindingCode
    place: Place
    reason: str

    @property
    def is_hidden(self) -> bool:
        """Whether it rests on what only the evaluator may see."""
        return self.code is FindingCode.HIDDEN_EVALUATION


@dataclass(frozen=True)
class GateReport:
    """Every objection to one candidate, in the order of the checks.

    ``public_findings`` and ``passes_public_checks`` do not depend on the hidden evaluation: they
    are all that a submitter may be told, or uploads could be used to guess it word by word.
    """

    findings: tuple[Finding, ...]

    @property
    def accepted(self) -> bool:
        return not self.findings

    @property
    def public_findings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.is_hidden)

    @property
    def passes_public_checks(self) -> bool:
        return not self.public_findings

    @property
    def codes(self) -> frozenset[FindingCode]:
        return frozenset(finding.code for finding in self.findings)


def in_original(code: FindingCode, start: int, end: int, reason: str) -> Finding:
    return Finding(code, Place(Text.ORIGINAL, start, end), reason)


def in_candidate(code: FindingCode, start: int, end: int, reason: str) -> Finding:
    return Finding(code, Place(Text.CANDIDATE, start, end), reason)


def finding_from_json(value: dict[str, object]) -> Finding:
    """The inverse of ``finding_to_json``. Raises KeyError or ValueError on anything else."""
    start, end = int(str(value["start"])), int(str(value["end"]))
    place = Place(Text(str(value["text"])), start, end)
    return Finding(FindingCode(str(value["code"])), place, str(value["reason"]))


def finding_to_json(finding: Finding) -> dict[str, object]:
    place = finding.place
    return {
        "code": finding.code.value,
        "text": place.text.value,
        "start": place.start,
        "end": place.end,
        "reason": finding.reason,
    }


def counts(findings: Iterable[Finding]) -> dict[FindingCode, int]:
    """How many findings of each code there are, in the order of first occurrence."""
    tally: dict[FindingCode, int] = {}
    for finding in findings:
        tally[finding.code] = tally.get(finding.code, 0) + 1
    return tally
