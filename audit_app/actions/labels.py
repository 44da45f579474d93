"""Recording decisions. Labels are appended to the audit's chain, never changed.

Which label counts: a reviewer's latest one on an item, if that reviewer holds one of the item's
seats. A label that comes after its lease ran out is always kept; it takes an open seat if there
is one, else it is surplus and counts as soon as a seat of the item comes back.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from audit_app.actions.chaining import append_label
from audit_app.actions.seats import locked_item
from audit_app.actions.sessions import locked_session
from audit_app.domain.blinding import Progress, Recorded
from audit_app.domain.labels import Decision, LabelInput, StaleWrite
from audit_app.domain.leases import LEASE, active_seconds, is_live
from audit_app.domain.seating import ClaimState, Settlement, cleared, labelled
from audit_app.models import Claim, HumanLabel, Item, LabelChain, Reveal
from audit_app.queries.items import latest_label, own_label
from tasks_app.domain.errors import Conflict, Problem, Refused

MOST_TEXT = 5_000
NEEDS_REASON = frozenset({Decision.SKIP})
SENT = ("decision", "reason", "comment", "flag", "request_id")


@transaction.atomic
def record_label(
    item_id: UUID, user: Any, label: LabelInput, audit_id: UUID | None = None
) -> Recorded:
    """Append a decision on an item that is or was in this reviewer's hands.

    Sending the same twice stores it once. ``audit_id`` is the audit that the item was asked for
    under. Raises Claim.DoesNotExist, NotAllowed, Refused (no reason given, texts too long),
    StaleWrite (changed in another tab) or Conflict (closed).
    """
    _check(label)
    claim_ids = Claim.objects.filter(item=item_id, session__reviewer=user)
    if audit_id is not None:
        claim_ids = claim_ids.filter(session__audit=audit_id)
    audit_of_claim = claim_ids.values_list("session__audit", flat=True).get()
    session = locked_session(audit_of_claim, user)
    item = locked_item(item_id)
    claim = Claim.objects.get(session=session, item=item)
    claim.session, claim.item = session, item
    last = latest_label(claim) if claim.labels else None
    if last is not None and _is_repeated(last, label, item):
        return _recorded(claim, last, is_repeated=True)
    if label.item_version != item.revision + claim.labels:
        stored = None if last is None else own_label(last, item)
        raise StaleWrite(item.revision + claim.labels, stored, label)
    return _recorded(claim, _append(claim, label), is_repeated=False)


def _check(label: LabelInput) -> None:
    problems = []
    if label.decision in NEEDS_REASON and not label.reason.strip():
        problems.append(Problem("no_reason", "Say in a word why you skip it."))
    if max(len(label.reason), len(label.comment)) > MOST_TEXT:
        problems.append(Problem("too_long", f"Reason and comment hold {MOST_TEXT} characters."))
    if problems:
        raise Refused(problems)


def _is_repeated(last: HumanLabel, label: LabelInput, item: Item) -> bool:
    """The last label once more: by its request, or by saying the same of the same content."""
    if label.request_id is not None and label.request_id == last.request_id:
        return True
    stored = own_label(last, item)
    return stored is not None and not stored.is_stale and label.same_as(stored)


def _append(claim: Claim, label: LabelInput) -> HumanLabel:
    session, item, now = claim.session, claim.item, timezone.now()
    settlement = _settlement(claim, label)
    claim.active_seconds += active_seconds(claim.beat_at, now)
    is_late = not (claim.state == ClaimState.DONE or is_live(claim.expires_at, now))
    stored = append_label(
        HumanLabel(
            audit=session.audit,
            item=item,
            reviewer=session.reviewer,
            annotator=session.reviewer.get_username(),
            was_blind=not Reveal.objects.filter(item=item, reviewer=session.reviewer_id).exists(),
            is_late=is_late or claim.state == ClaimState.RETURNED,
            rubric_version=session.audit.rubric_version,
            content_digest=item.content_digest,
            version=item.revision + claim.labels + 1,
            active_seconds=round(claim.active_seconds, 1),
            created_at=now,
            **{name: getattr(label, name) for name in SENT},
        ),
        filled=settlement.filled,
    )
    _store(claim, settlement, now)
    return stored


def _settlement(claim: Claim, label: LabelInput) -> Settlement:
    """Raises Conflict for taking back what is not there."""
    state = ClaimState(claim.state)
    if label.decision is not Decision.CLEARED:
        return labelled(state, claim.item.open_seats > 0)
    settlement = cleared(state)
    if settlement is None:
        raise Conflict("There is no label of yours to take back.")
    return settlement


def _store(claim: Claim, settlement: Settlement, now: datetime) -> None:
    in_hand = settlement.state is ClaimState.HELD
    claim.state, claim.labels = settlement.state, claim.labels + 1
    claim.beat_at, claim.draft = (now if in_hand else None), {}
    claim.expires_at = now + LEASE if in_hand else claim.expires_at
    claim.save(
        update_fields=["state", "labels", "beat_at", "draft", "expires_at", "active_seconds"]
    )
    if settlement.open_seats:
        change = F("open_seats") + settlement.open_seats
        Item.objects.filter(pk=claim.item_id).update(open_seats=change)
    if settlement.mine:
        claim.session.done += settlement.mine
        claim.session.save(update_fields=["done"])


def _recorded(claim: Claim, stored: HumanLabel, is_repeated: bool) -> Recorded:
    chain = LabelChain.objects.get(pk=claim.session.audit_id)
    return Recorded(
        label=own_label(stored, claim.item),
        version=stored.version,
        is_repeated=is_repeated,
        is_late=stored.is_late,
        counts=claim.state == ClaimState.DONE,
        mine=claim.session.done,
        audit=Progress(chain.filled, chain.readings),
    )
