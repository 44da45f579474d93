"""Taking an item into one's hands, keeping it there, and giving it back."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from audit_app.actions.rows import first_column
from audit_app.actions.seats import give_back, locked_item, return_abandoned
from audit_app.actions.sessions import locked_session
from audit_app.actions.taking import PATIENTLY, take_next
from audit_app.domain.blinding import Claimed
from audit_app.domain.leases import LEASE, MOST_HELD, active_seconds
from audit_app.domain.seating import ClaimState
from audit_app.models import Claim, Session
from audit_app.queries.items import claimed
from tasks_app.domain.errors import Conflict

MOST_DRAFT_CHARACTERS = 20_000
IN_HAND = """
SELECT item_id FROM audit_app_claim WHERE session_id = %s AND state = 'held'
ORDER BY claimed_at, id
"""


def claim_item(
    audit_id: UUID, user: Any, besides: Collection[UUID] = (), is_active: bool = True
) -> Claimed | None:
    """The next item for this reviewer: what is in hand already, else a new one; None at the end.

    ``besides`` are items in hand that the caller shows or has fetched; ``is_active`` False fetches
    one beforehand: its reading begins with its first sign of life. Raises Audit.DoesNotExist,
    NotAllowed, or Conflict (closed, or too many in hand).
    """
    return_abandoned(audit_id)
    with transaction.atomic():
        session = locked_session(audit_id, user)
        return next_item(session, besides, is_active)


def next_item(
    session: Session,
    besides: Collection[UUID],
    is_active: bool,
    statements: tuple[str, ...] = PATIENTLY,
) -> Claimed | None:
    """The same in a locked session, by ``take_next``. Raises Conflict for too many in hand."""
    now = timezone.now()
    in_hand = first_column(IN_HAND, (session.pk,))
    left = next((item_id for item_id in in_hand if item_id not in besides), None)
    if left is not None:
        claim = session.claims.select_related("item").get(item=left)
        return _claimed(_kept(claim, now, is_active), session)
    if len(in_hand) >= MOST_HELD:
        raise Conflict(f"You hold {len(in_hand)} items; label one or give one back first.")
    taken = take_next(session, now, is_active, statements)
    return None if taken is None else _claimed(taken, session)


@transaction.atomic
def renew_claim(
    audit_id: UUID, item_id: UUID, user: Any, is_active: bool = True
) -> datetime | None:
    """A sign of life: the lease starts anew, time since the last one counts as active.

    ``is_active`` False begins a pause. Returns the new end of the lease; None where it had run
    out and the item went back. Raises Claim.DoesNotExist where it was never in hand.
    """
    session = locked_session(audit_id, user)
    claim = session.claims.get(item=item_id)
    if claim.state != ClaimState.HELD:
        return None
    _kept(claim, timezone.now(), is_active)
    return claim.expires_at


@transaction.atomic
def save_draft(audit_id: UUID, item_id: UUID, user: Any, draft: Mapping[str, Any]) -> None:
    """Keep what was begun, for this or another device; a lease that ran out does not matter.

    Raises Claim.DoesNotExist, or Conflict for a draft beyond 20,000 characters.
    """
    if len(str(dict(draft))) > MOST_DRAFT_CHARACTERS:
        raise Conflict(f"A draft holds at most {MOST_DRAFT_CHARACTERS} characters.")
    session = locked_session(audit_id, user)
    claim = session.claims.get(item=item_id)
    Claim.objects.filter(pk=claim.pk).update(draft=dict(draft))


@transaction.atomic
def release_claim(audit_id: UUID, item_id: UUID, user: Any) -> None:
    """Give an item back unlabelled; twice is as good as once. Raises Claim.DoesNotExist."""
    session = locked_session(audit_id, user)
    item = locked_item(session.claims.get(item=item_id).item_id)
    claim = session.claims.get(item=item_id)
    if claim.state == ClaimState.HELD:
        give_back(item, claim)


def _kept(claim: Claim, now: datetime, is_active: bool = True) -> Claim:
    """Renew a lease; one that has just run out, but was not given away, is renewed too."""
    claim.active_seconds += active_seconds(claim.beat_at, now)
    claim.beat_at = now if is_active else None
    claim.expires_at = now + LEASE
    Claim.objects.filter(pk=claim.pk).update(
        active_seconds=claim.active_seconds, beat_at=claim.beat_at, expires_at=claim.expires_at
    )
    return claim


def _claimed(claim: Claim, session: Session) -> Claimed:
    claim.session = session
    return claimed(claim, session.audit)
