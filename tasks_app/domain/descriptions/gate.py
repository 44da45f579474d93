"""The preservation gate: whether a candidate description keeps a task and adds nothing to it.

Deterministic checks, each with its reason and place. It is strict: what it cannot find again it
reports, so a good rewording may be refused, and a person can see why. A model may be asked in
addition (``ModelCheck``); no check depends on one.
"""

from collections.abc import Iterator
from typing import Protocol

from tasks_app.domain.descriptions.additions import added
from tasks_app.domain.descriptions.anchors import Anchors, anchors_of, public_text
from tasks_app.domain.descriptions.findings import Finding, FindingCode, GateReport, in_candidate
from tasks_app.domain.descriptions.kept import lost
from tasks_app.domain.descriptions.leaks import leaks
from tasks_app.domain.descriptions.reading import reading
from tasks_app.domain.meter_task import MeterTask

GATE_VERSION = "1"
"""Changes whenever some candidate starts or stops being accepted."""
MOST_CHARACTERS = 20_000


class ModelCheck(Protocol):
    """A model's opinion on what rules cannot see. It gets public text only."""

    @property
    def name(self) -> str: ...

    def objections(self, anchors: Anchors, original: str, candidate: str) -> tuple[str, ...]:
        """Why the candidate does not preserve the task, one sentence each; none where it does."""
        ...


def check(task: MeterTask, candidate: str, model: ModelCheck | None = None) -> GateReport:
    """Every objection to ``candidate`` as a description of ``task``."""
    if unreadable := _unreadable(candidate):
        return GateReport((unreadable,))
    public = public_text(task)
    anchors = anchors_of(task)
    original, given = reading(task.descriptions.original), reading(candidate)
    findings = [
        *lost(original, anchors, given),
        *added(reading(public), given),
        *leaks(task, public, candidate),
    ]
    if model is not None:
        findings += _asked(model, anchors, task.descriptions.original, candidate)
    return GateReport(tuple(findings))


def _unreadable(candidate: str) -> Finding | None:
    if not candidate.strip():
        return in_candidate(FindingCode.EMPTY, 0, len(candidate), "There is no text.")
    if len(candidate) > MOST_CHARACTERS:
        reason = f"At most {MOST_CHARACTERS} characters; these are {len(candidate)}."
        return in_candidate(FindingCode.TOO_LONG, MOST_CHARACTERS, len(candidate), reason)
    return None


def _asked(model: ModelCheck, anchors: Anchors, original: str, candidate: str) -> Iterator[Finding]:
    for objection in model.objections(anchors, original, candidate):
        reason = f"{model.name}: {objection[:500]}"
        yield in_candidate(FindingCode.MODEL_OBJECTION, 0, len(candidate), reason)
