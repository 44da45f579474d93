"""Items as their reviewer may see them. Nothing here reads ``Provenance``."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from audit_app.domain.blinding import BlindItem, Claimed, Passage
from audit_app.domain.labels import Decision, OwnLabel
from audit_app.domain.seating import ClaimState
from audit_app.models import Audit, Claim, HumanLabel, Item


def claimed(claim: Claim, audit: Audit) -> Claimed:
    """A claim with its item loaded, as its holder sees it."""
    label = latest_label(claim) if claim.labels else None
    return Claimed(
        item=blind_item(claim.item, audit),
        version=claim.item.revision + claim.labels,
        expires_at=claim.expires_at if claim.state == ClaimState.HELD else None,
        draft=claim.draft,
        label=None if label is None else own_label(label, claim.item),
    )


def blind_item(item: Item, audit: Audit) -> BlindItem:
    """The only way from a stored item to what is sent."""
    return BlindItem(
        id=item.pk,
        question=item.question,
        evidence=tuple(Passage(part["title"], part["text"]) for part in item.evidence),
        answer=item.answer,
        rubric_version=audit.rubric_version,
    )


def my_items(audit_id: UUID, user: Any) -> tuple[Claimed, ...]:
    """What I have labelled, in the order in which I first took it: to go back to."""
    return tuple(claimed(claim, claim.session.audit) for claim in _mine(audit_id, user))


def my_item(audit_id: UUID, item_id: UUID, user: Any) -> Claimed | None:
    """One item that is or was in my hands; None for any other, as for what does not exist."""
    found = _claims(audit_id, user).filter(item=item_id).first()
    return None if found is None else claimed(found, found.session.audit)


def my_item_ids(audit_id: UUID, user: Any) -> tuple[UUID, ...]:
    """Ids of what I have labelled, in the order in which I first took it."""
    return tuple(_mine(audit_id, user).values_list("item_id", flat=True))


def latest_label(claim: Claim) -> HumanLabel | None:
    labels = HumanLabel.objects.filter(item=claim.item_id, reviewer=claim.session.reviewer_id)
    return labels.order_by("-number").first()


def own_label(label: HumanLabel, item: Item) -> OwnLabel | None:
    """A label as its author sees it; None for one that was taken back."""
    if label.decision == Decision.CLEARED:
        return None
    return OwnLabel(
        decision=Decision(label.decision),
        reason=label.reason,
        comment=label.comment,
        flag=label.flag,
        was_blind=label.was_blind,
        version=label.version,
        created_at=label.created_at,
        is_stale=label.content_digest != item.content_digest,
    )


def _mine(audit_id: UUID, user: Any) -> QuerySet[Claim]:
    labelled = (ClaimState.DONE, ClaimState.SURPLUS)
    return _claims(audit_id, user).filter(state__in=labelled).order_by("claimed_at", "pk")


def _claims(audit_id: UUID, user: Any) -> QuerySet[Claim]:
    claims = Claim.objects.filter(session__audit=audit_id, session__reviewer=user)
    return claims.select_related("item", "session__audit")
