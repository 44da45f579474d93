"""Why people gave no yes or no: labels that say unsure or skip, by the reason given."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from audit_app.domain.audited import AuditedItem
from audit_app.domain.labels import Decision

UNDECIDED = (Decision.UNSURE, Decision.SKIP)
NO_REASON = "no reason given"
OTHER_REASONS = "other reasons"
MOST_REASONS = 20
"""Reasons are free text; rarer ones than so many of a decision are counted together."""

MOST_CHARACTERS = 200


@dataclass(frozen=True)
class Undecided:
    """How many ``labels`` of drawn items say ``decision`` for ``reason``."""

    decision: Decision
    reason: str
    labels: int


def undecided_labels(items: Iterable[AuditedItem]) -> tuple[Undecided, ...]:
    """Of drawn items, unsure ones first and the most common reason first; controls are left out.

    Labels are counted, not items: one who skips what another decides is counted here as well.
    """
    counts = Counter(
        (label.decision, label.reason.strip()[:MOST_CHARACTERS] or NO_REASON)
        for item in items
        if item.control is None
        for label in item.labels
        if label.decision in UNDECIDED
    )
    return tuple(row for decision in UNDECIDED for row in _rows(decision, counts))


def _rows(decision: Decision, counts: Counter[tuple[Decision, str]]) -> Sequence[Undecided]:
    found = [(reason, n) for (said, reason), n in counts.items() if said is decision]
    ordered = sorted(found, key=lambda pair: (-pair[1], pair[0]))
    rare = sum(n for _, n in ordered[MOST_REASONS:])
    rows = [Undecided(decision, reason, n) for reason, n in ordered[:MOST_REASONS]]
    return [*rows, Undecided(decision, OTHER_REASONS, rare)] if rare else rows
