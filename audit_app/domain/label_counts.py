"""What became of the items of an audit: nothing is dropped in silence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from audit_app.domain.audited import POSITIVE, AuditedItem, compared
from audit_app.domain.intervals import proportion
from audit_app.domain.labels import Decision
from audit_app.domain.quantity import Proportion
from audit_app.domain.undecided import Undecided, undecided_labels


@dataclass(frozen=True)
class LabelCounts:
    """Drawn items = compared + unjudged + unsure + skipped + unlabelled; controls apart.

    ``unjudged``: a person decided, the judge gave no readable verdict. ``controls_right``: labels
    of control items that say what is known. ``revealed``: compared items that somebody labelled
    after a reveal. ``mentions``: compared items whose answer names a model. ``labels``: of drawn
    items, those that say anything; ``undecided`` are the unsure and skipped ones by reason.
    """

    drawn: int
    compared: int
    unjudged: int
    unsure: int
    skipped: int
    unlabelled: int
    controls_right: Proportion
    revealed: int
    mentions: int
    labels: int
    undecided: tuple[Undecided, ...]


def label_counts(items: Sequence[AuditedItem]) -> LabelCounts:
    """Count the items of a closed audit, controls included."""
    drawn = [item for item in items if item.control is None]
    both = compared(drawn)
    undecided = [item for item in drawn if item.human is None]
    unsure = sum(_says(item, Decision.UNSURE) for item in undecided)
    given_up = sum(_says(item, Decision.UNSURE, Decision.SKIP) for item in undecided)
    return LabelCounts(
        drawn=len(drawn),
        compared=len(both),
        unjudged=len(drawn) - len(undecided) - len(both),
        unsure=unsure,
        skipped=given_up - unsure,
        unlabelled=len(undecided) - given_up,
        controls_right=_controls(items),
        revealed=sum(not item.was_blind for item in both),
        mentions=sum(item.mentions_model for item in both),
        labels=sum(label.decision is not Decision.CLEARED for i in drawn for label in i.labels),
        undecided=undecided_labels(drawn),
    )


def _says(item: AuditedItem, *decisions: Decision) -> bool:
    return any(label.decision in decisions for label in item.labels)


def _controls(items: Iterable[AuditedItem]) -> Proportion:
    pairs = [
        (label.is_positive, POSITIVE[item.control])
        for item in items
        if item.control in POSITIVE
        for label in item.binary_labels
    ]
    right = sum(said == known for said, known in pairs)
    return proportion(right, len(pairs), "undefined: no control item was labelled")
