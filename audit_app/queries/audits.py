"""Audits as people may see them. Until one is closed, reviewers see no design: which runs, which
judge and which seed would tell whose answers they read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from audit_app.domain.blinding import Progress
from audit_app.domain.seating import ClaimState
from audit_app.models import Audit, Claim, Item, LabelChain, Provenance, Session


@dataclass(frozen=True)
class AuditRow:
    """An audit as lists and the labelling screen show it: an allow-list."""

    id: UUID
    title: str
    kind: str
    status: str
    reason: str
    rubric: str
    rubric_version: str
    reveal_allowed: bool
    created_at: datetime
    closed_at: datetime | None
    progress: Progress
    mine: int
    """How many items I have labelled."""

    @property
    def is_open(self) -> bool:
        return self.status == Audit.Status.OPEN


@dataclass(frozen=True)
class DesignView:
    """How an audit was drawn: for maintainers, and for reviewers once it is closed."""

    bundle_id: int | None
    run_ids: tuple[str, ...]
    families: tuple[str, ...]
    judge: str
    judge_rubric: str
    size: int
    controls: int
    seed: str
    overlap: float
    frame_size: int
    frame_digest: str
    cells: tuple[Mapping[str, Any], ...]
    agent_cells: tuple[Mapping[str, Any], ...]
    label_count: int
    chain_head: str

    @property
    def coverage(self) -> float | None:
        return self.size / self.frame_size if self.frame_size else None


def visible_audits(user: Any) -> tuple[AuditRow, ...]:
    """The audits that ``user`` may see, newest first."""
    audits = _visible(user)
    mine = _labelled_by(user)
    return tuple(_row(audit, mine.get(audit.pk, 0)) for audit in audits)


def audit(audit_id: UUID, user: Any) -> AuditRow | None:
    """One audit; None for what does not exist or is not for this person."""
    found = _visible(user).filter(pk=audit_id).first()
    return None if found is None else _row(found, _labelled_by(user).get(audit_id, 0))


def audit_design(audit_id: UUID, user: Any) -> DesignView | None:
    """How it was drawn; None where that would tell a reviewer what is blinded."""
    found = _visible(user).filter(pk=audit_id).first()
    if found is None or (found.is_open and not user.is_maintainer):
        return None
    return DesignView(
        bundle_id=found.bundle_id,
        run_ids=tuple(found.run_ids),
        families=tuple(found.families),
        judge=found.judge,
        judge_rubric=found.judge_rubric,
        size=found.size,
        controls=Provenance.objects.filter(item__audit=found).exclude(known="").count(),
        seed=found.seed,
        overlap=found.overlap,
        frame_size=found.frame_size,
        frame_digest=found.frame_digest,
        cells=tuple(found.cells),
        agent_cells=tuple(found.agent_cells),
        label_count=found.chain.length,
        chain_head=found.chain.head,
    )


def audit_progress(audit_id: UUID) -> Progress:
    """Readings made of all readings planned, everybody's."""
    chain = LabelChain.objects.get(pk=audit_id)
    return Progress(chain.filled, chain.readings)


def my_progress(audit_id: UUID, user: Any) -> Progress:
    """What I have labelled, of that and what is still there for me. At the end both are equal."""
    mine = Claim.objects.filter(session__audit=audit_id, session__reviewer=user)
    done = mine.filter(state__in=(ClaimState.DONE, ClaimState.SURPLUS)).count()
    held = mine.filter(state=ClaimState.HELD).count()
    taken = mine.exclude(state=ClaimState.RETURNED).filter(item=OuterRef("pk"))
    open_items = Item.objects.filter(audit=audit_id, open_seats__gt=0)
    open_items = open_items.filter(Q(barred=None) | ~Q(barred=user)).filter(~Exists(taken))
    return Progress(done, done + held + open_items.count())


def _visible(user: Any) -> QuerySet[Audit]:
    if not (getattr(user, "is_reviewer", False) or getattr(user, "is_maintainer", False)):
        return Audit.objects.none()
    return Audit.objects.select_related("chain")


def _labelled_by(user: Any) -> dict[UUID, int]:
    return dict(Session.objects.filter(reviewer=user.pk).values_list("audit_id", "done"))


def _row(found: Audit, mine: int) -> AuditRow:
    return AuditRow(
        id=found.pk,
        title=found.title,
        kind=found.kind,
        status=found.status,
        reason=found.reason,
        rubric=found.rubric,
        rubric_version=found.rubric_version,
        reveal_allowed=found.reveal_allowed,
        created_at=found.created_at,
        closed_at=found.closed_at,
        progress=Progress(found.chain.filled, found.chain.readings),
        mine=mine,
    )
