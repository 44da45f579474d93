"""Seats of an item: planned readings, taken by claims and given back. Whoever changes them holds
the item's row lock first, so that no two people take one seat."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from audit_app.actions.rows import first_column, first_row, object_of
from audit_app.domain.seating import ClaimState
from audit_app.models import Claim, Item, LabelChain

EXPIRED = """
SELECT DISTINCT item.id FROM audit_app_claim AS claim
JOIN audit_app_item AS item ON item.id = claim.item_id
WHERE claim.state = 'held' AND claim.expires_at <= %s AND item.audit_id = %s LIMIT 50
"""
LOCKED = """
SELECT id, audit_id, content_digest, revision, open_seats FROM audit_app_item WHERE id = %s
FOR NO KEY UPDATE
"""


def locked_item(item_id: UUID) -> Item:
    """The item, its seats held still until the transaction ends; its texts are read when asked
    for. Raises Item.DoesNotExist."""
    row = first_row(LOCKED, (item_id,))
    if row is None:
        raise Item.DoesNotExist
    return object_of(Item, row)


def give_back(item: Item, claim: Claim) -> None:
    """Free the seat of a held claim of a locked item; the oldest surplus label gets it first."""
    Claim.objects.filter(pk=claim.pk).update(state=ClaimState.RETURNED, beat_at=None)
    waiting = item.claims.filter(state=ClaimState.SURPLUS).order_by("claimed_at", "pk").first()
    if waiting is None:
        Item.objects.filter(pk=item.pk).update(open_seats=F("open_seats") + 1)
        return
    Claim.objects.filter(pk=waiting.pk).update(state=ClaimState.DONE)
    LabelChain.objects.filter(audit=item.audit_id).update(filled=F("filled") + 1)


def free_awaited_seats(audit_id: UUID) -> None:
    """Give back every seat in hand that a surplus label waits for, live lease or not: the audit
    ends, so nobody will label from it."""
    awaited = Claim.objects.filter(item__audit=audit_id, state=ClaimState.SURPLUS).values("item")
    for item in Item.objects.select_for_update(no_key=True).filter(pk__in=awaited).order_by("pk"):
        for claim in item.claims.filter(state=ClaimState.HELD):
            give_back(item, claim)


def return_abandoned(audit_id: UUID) -> int:
    """Give back what nobody has shown a sign of life for; returns how many claims that were."""
    now = timezone.now()
    expired = first_column(EXPIRED, (now, audit_id))
    return sum(_return_expired(item_id, now) for item_id in expired)


@transaction.atomic
def _return_expired(item_id: UUID, now: datetime) -> int:
    """An item that somebody else is busy with is left for the next time."""
    item = Item.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=item_id).first()
    if item is None:
        return 0
    expired = list(item.claims.filter(state=ClaimState.HELD, expires_at__lte=now))
    for claim in expired:
        give_back(item, claim)
    return len(expired)
