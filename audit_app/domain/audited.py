"""The items of a closed audit and what people said about them, as the report takes it."""

from dataclasses import dataclass

from audit_app.domain.cells import Cell
from audit_app.domain.labels import Decision

POSITIVE = {Decision.CORRECT: True, Decision.INCORRECT: False}
"""The decisions that say something about an answer; all others count as no label."""


@dataclass(frozen=True)
class ReviewerLabel:
    """A reviewer's current label of an item; ``blind`` is False once something was revealed."""

    reviewer: str
    decision: Decision
    blind: bool = True

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

    @property
    def binary_labels(self) -> tuple[ReviewerLabel, ...]:
        return tuple(label for label in self.labels if label.is_positive is not None)

    @property
    def label(self) -> ReviewerLabel | None:
        """The label that is compared with the judge: the first that says yes or no.

        Not the adjudicated one: an adjudicator looks at disagreements only and sees both sides,
        so that counting those decisions would pull every figure towards the judge.
        """
        return next(iter(self.binary_labels), None)

    @property
    def human(self) -> bool | None:
        """Whether a person called the answer correct; None where nobody said yes or no."""
        return None if self.label is None else self.label.is_positive

    @property
    def judge(self) -> bool | None:
        """The judge's verdict; None where it gave no readable one."""
        return None if self.cell.verdict is None else self.cell.is_positive
