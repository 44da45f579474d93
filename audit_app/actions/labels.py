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
from audit_app.actions.sessions import locked_session
from audit_app.domain.blinding import Progress, Recorded
from audit_app.domain.labels import Decision, LabelInput, StaleWrite
from audit_app.domain.leases import LEASE, active_seconds, is_live
from audit_app.domain.seating import ClaimState, Settlement, cleared, labelled
from audit_app.models import Claim, HumanLabel, Item, LabelChain, Reveal, Session
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
    session = locked_session(audit_id or _audit_of(item_id), user)
    claim = _locked_claim(session, item_id)
    last = latest_label(claim) if claim.labels else None
    version = claim.item.revision + claim.labels
    if last is not None and _is_repeated(last, label, claim.item):
        return _recorded(claim, last, _chain(claim), is_repeated=True)
    if label.item_version != version:
        raise StaleWrite(version, last and own_label(last, claim.item), label)
    stored, chain = _append(claim, label)
    return _recorded(claim, stored, chain, is_repeated=False)


def _audit_of(item_id: UUID) -> UUID:
    return Item.objects.values_list("audit", flat=True).get(pk=item_id)


def _locked_claim(session: Session, item_id: UUID) -> Claim:
    """My claim of an item, its seats held still. Raises Claim.DoesNotExist."""
    item = Item.objects.select_for_update(no_key=True).filter(pk=item_id).first()
    claim = Claim.objects.get(session=session, item=item)
    claim.session, claim.item = session, item
    return claim


def _chain(claim: Claim) -> LabelChain:
    return LabelChain.objects.get(pk=claim.session.audit_id)


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


def _append(claim: Claim, label: LabelInput) -> tuple[HumanLabel, LabelChain]:
    session, item, now = claim.session, claim.item, timezone.now()
    settlement = _settlement(claim, label)
    claim.active_seconds += active_seconds(claim.beat_at, now)
    is_late = not (claim.state == ClaimState.DONE or is_live(claim.expires_at, now))
    stored = HumanLabel(
        audit=session.audit,
        item=item,
        reviewer=session.reviewer,
        annotator=session.reviewer.get_username(),
        was_blind=_is_blind(session, item),
        is_late=is_late or claim.state == ClaimState.RETURNED,
        rubric_version=session.audit.rubric_version,
        content_digest=item.content_digest,
        version=item.revision + claim.labels + 1,
        active_seconds=round(claim.active_seconds, 1),
        created_at=now,
        **{name: getattr(label, name) for name in SENT},
    )
    chain = append_label(stored, settlement.filled)
    _store(claim, settlement, now)
    return stored, chain


def _is_blind(session: Session, item: Item) -> bool:
    """Whether this reviewer has not looked behind the blinding of the item."""
    seen = Reveal.objects.filter(item=item, reviewer=session.reviewer_id)
    return not (session.audit.reveal_allowed and seen.exists())


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


def _recorded(claim: Claim, stored: HumanLabel, chain: LabelChain, is_repeated: bool) -> Recorded:
    return Recorded(
        label=own_label(stored, claim.item),
        version=stored.version,
        is_repeated=is_repeated,
        is_late=stored.is_late,
        counts=claim.state == ClaimState.DONE,
        mine=claim.session.done,
        audit=Progress(chain.filled, chain.readings),
    )
