"""The items of a closed audit and what people said about them, as the report takes it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from audit_app.domain.cells import Cell, CellCount, Populations
from audit_app.domain.labels import Decision
from runs_app.domain.episode import Verdict

POSITIVE = {Decision.CORRECT: True, Decision.INCORRECT: False}
"""The decisions that say something about an answer; all others count as no label."""

JUDGED = {Verdict.CORRECT: True, Verdict.INCORRECT: False}
"""The readable verdicts."""


@dataclass(frozen=True)
class ReviewerLabel:
    """A reviewer's current label of an item; ``blind`` is False once something was revealed,
    ``reason`` is given with a skip."""

    reviewer: str
    decision: Decision
    blind: bool = True
    reason: str = ""

    @property
    def is_positive(self) -> bool | None:
        """True for correct, False for incorrect, None for unsure, skipped or taken back."""
        return POSITIVE.get(self.decision)


@dataclass(frozen=True)
class AuditedItem:
    """One item of a closed audit with the current label of everybody who labelled it.

    ``labels``: the planned first reviewer's first. ``adjudicated`` is the third decision, where
    there is one. ``control`` is the known label of a control item, None for a drawn episode.
    ``mentions_model``: the answer names a model, so its reviewers were perhaps not blind.
    """

    item_id: str
    task_id: str
    agent: str
    cell: Cell
    labels: tuple[ReviewerLabel, ...] = ()
    adjudicated: Decision | None = None
    control: Decision | None = None
    mentions_model: bool = False

    @cached_property
    def binary_labels(self) -> tuple[ReviewerLabel, ...]:
        return tuple(label for label in self.labels if label.is_positive is not None)

    @cached_property
    def human(self) -> bool | None:
        """Whether people called the answer correct; None where nobody said yes or no.

        The first label that says so. Where reviewers contradict one another it is the
        adjudicated decision, if there is one. An adjudicated contradiction between people and
        judge changes nothing: only disagreements are adjudicated, with both sides in view, so
        that counting those decisions would pull every figure towards the judge.
        """
        said = [label.is_positive for label in self.binary_labels]
        if len(set(said)) > 1 and self.adjudicated in POSITIVE:
            return POSITIVE[self.adjudicated]
        return next(iter(said), None)

    @cached_property
    def settled(self) -> bool | None:
        """``human``, or the adjudicated decision wherever there is one."""
        return POSITIVE.get(self.adjudicated, self.human) if self.adjudicated else self.human

    @cached_property
    def judge(self) -> bool | None:
        """The judge's verdict; None where it gave no readable one."""
        return JUDGED.get(self.cell.verdict) if self.cell.verdict else None

    @cached_property
    def was_blind(self) -> bool:
        """Whether everybody who said yes or no did so blind."""
        return all(label.blind for label in self.binary_labels)


def compared(items: Iterable[AuditedItem]) -> list[AuditedItem]:
    """The drawn items, controls left out, with both a verdict and a human yes or no."""
    return [
        item
        for item in items
        if item.control is None and item.judge is not None and item.human is not None
    ]


def cell_counts(populations: Populations, items: Iterable[AuditedItem]) -> tuple[CellCount, ...]:
    """What was labelled and called correct in each cell, those of the frame first."""
    labelled = compared(items)
    sampled = Counter(item.cell for item in labelled)
    positive = Counter(item.cell for item in labelled if item.human)
    cells = dict.fromkeys((*populations, *sorted(sampled)))
    return tuple(
        CellCount(cell, populations.get(cell, 0), sampled[cell], positive[cell]) for cell in cells
    )
