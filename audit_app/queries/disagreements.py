"""Both sides of an item of a closed audit: what was shown, who said what, and third decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit_app.domain.blinding import Passage
from audit_app.models import Adjudication, Audit, HumanLabel, Provenance
from runs_app.queries import judge_labels


@dataclass(frozen=True)
class Saying:
    """One decision of one person. ``is_latest``: nothing of the same person came after it."""

    name: str
    decision: str
    reason: str
    comment: str
    flag: bool
    was_blind: bool
    is_latest: bool
    created_at: datetime


@dataclass(frozen=True)
class BothSides:
    """An item with what its reviewers could not see. ``rationale`` is the judge's, where the
    episode is known and the judge gave one."""

    item_id: UUID
    question: str
    evidence: tuple[Passage, ...]
    answer: str
    agent: str
    task_id: str
    family: str
    verdict: str
    rationale: str
    episode_id: UUID | None
    labels: tuple[Saying, ...]
    adjudications: tuple[Adjudication, ...]


def both_sides(audit_id: UUID, item_id: UUID) -> BothSides | None:
    """An item of a closed audit; None while it is open, or for an item of another audit."""
    closed = Provenance.objects.filter(item__audit__status=Audit.Status.CLOSED)
    found = closed.select_related("item__audit").filter(pk=item_id, item__audit=audit_id).first()
    if found is None:
        return None
    item = found.item
    return BothSides(
        item_id=item.pk,
        question=item.question,
        evidence=tuple(Passage(part["title"], part["text"]) for part in item.evidence),
        answer=item.answer,
        agent=found.agent,
        task_id=found.task_id,
        family=found.family,
        verdict=found.verdict,
        rationale=_rationale(found.episode_id, item.audit.judge),
        episode_id=found.episode_id,
        labels=tuple(_sayings(item_id)),
        adjudications=tuple(item.adjudications.order_by("created_at", "pk")),
    )


def _sayings(item_id: UUID) -> Iterator[Saying]:
    labels = list(HumanLabel.objects.filter(item=item_id).order_by("number"))
    latest = {label.annotator: label.number for label in labels}
    for label in labels:
        yield Saying(
            name=label.annotator,
            decision=label.decision,
            reason=label.reason,
            comment=label.comment,
            flag=label.flag,
            was_blind=label.was_blind,
            is_latest=latest[label.annotator] == label.number,
            created_at=label.created_at,
        )


def _rationale(episode_id: UUID | None, judge: str) -> str:
    """The latest one of the judge that was audited."""
    if episode_id is None:
        return ""
    given = [label.rationale for label in judge_labels(episode_id) if label.judge == judge]
    return given[-1] if given else ""
