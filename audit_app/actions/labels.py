"""Recording decisions. Labels are appended to the audit's chain, never changed.

Which label counts: a reviewer's latest one on an item, if that reviewer holds one of the item's
seats. A label that comes after its lease ran out is always kept; it takes an open seat if there
is one, else it is surplus and counts as soon as a seat of the item comes back.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from audit_app.actions.chaining import append_label
from audit_app.actions.rows import first_row, object_of
from audit_app.actions.seats import locked_item
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
MY_CLAIM = """
SELECT id, item_id, session_id, state, expires_at, beat_at, active_seconds, labels
FROM audit_app_claim WHERE session_id = %s AND item_id = %s
"""
SETTLED = """
WITH seat AS (
    UPDATE audit_app_item SET open_seats = open_seats + %(open_seats)s
    WHERE id = %(item)s AND %(open_seats)s <> 0
), mine AS (
    UPDATE audit_app_session SET done = done + %(mine)s WHERE id = %(session)s AND %(mine)s <> 0
)
UPDATE audit_app_claim SET state = %(state)s, labels = %(labels)s, draft = '{}',
  beat_at = %(beat_at)s, expires_at = %(expires_at)s, active_seconds = %(active_seconds)s
WHERE id = %(claim)s
"""


@dataclass(frozen=True)
class Settled:
    """A decision that claim and seats know of. ``label`` is not in the log yet, unless it
    ``is_repeated``; ``filled`` more readings are made by it."""

    claim: Claim
    label: HumanLabel
    filled: int = 0
    is_repeated: bool = False


@transaction.atomic
def record_label(
    item_id: UUID, user: Any, label: LabelInput, audit_id: UUID | None = None
) -> Recorded:
    """Append a decision on an item that is or was in this reviewer's hands.

    Sending the same twice stores it once. ``audit_id`` is the audit that the item was asked for
    under. Raises Claim.DoesNotExist or Item.DoesNotExist, NotAllowed, Refused (no reason given,
    texts too long), StaleWrite (changed in another tab) or Conflict (closed).
    """
    session = locked_session(audit_id or _audit_of(item_id), user)
    return logged(settle(session, item_id, label))


def settle(session: Session, item_id: UUID, label: LabelInput) -> Settled:
    """The first half of ``record_label``: everything but the log, whose lock all reviewers share
    and which comes last for this reason."""
    _check(label)
    claim = _locked_claim(session, item_id)
    last = latest_label(claim) if claim.labels else None
    version = claim.item.revision + claim.labels
    if last is not None and _is_repeated(last, label, claim.item):
        return Settled(claim, last, is_repeated=True)
    if label.item_version != version:
        raise StaleWrite(version, last and own_label(last, claim.item), label)
    return _settled(claim, label)


def logged(settled: Settled) -> Recorded:
    """The second half: the label is in the log, and nothing of this transaction may wait now."""
    claim, label = settled.claim, settled.label
    if settled.is_repeated:
        chain = LabelChain.objects.get(pk=claim.session.audit_id)
    else:
        chain = append_label(label, settled.filled)
    return Recorded(
        label=own_label(label, claim.item),
        version=label.version,
        is_repeated=settled.is_repeated,
        is_late=label.is_late,
        counts=claim.state == ClaimState.DONE,
        mine=claim.session.done,
        audit=Progress(chain.filled, chain.readings),
    )


def _audit_of(item_id: UUID) -> UUID:
    return Item.objects.values_list("audit", flat=True).get(pk=item_id)


def _locked_claim(session: Session, item_id: UUID) -> Claim:
    """My claim of an item, its seats held still."""
    item = locked_item(item_id)
    row = first_row(MY_CLAIM, (session.pk, item_id))
    if row is None:
        raise Claim.DoesNotExist
    claim = object_of(Claim, row)
    claim.session, claim.item = session, item
    return claim


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


def _settled(claim: Claim, label: LabelInput) -> Settled:
    session, item, now = claim.session, claim.item, timezone.now()
    settlement = _settlement(claim, label)
    claim.active_seconds += active_seconds(claim.beat_at, now)
    is_late = not (claim.state == ClaimState.DONE or is_live(claim.expires_at, now))
    entry = HumanLabel(
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
    _store(claim, settlement, now)
    return Settled(claim, entry, settlement.filled)


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
    claim.session.done += settlement.mine
    changed = ("state", "labels", "beat_at", "expires_at", "active_seconds")
    values = {name: getattr(claim, name) for name in changed}
    rows = {"claim": claim.pk, "item": claim.item_id, "session": claim.session_id}
    changes = {"open_seats": settlement.open_seats, "mine": settlement.mine}
    with connection.cursor() as cursor:
        cursor.execute(SETTLED, values | rows | changes)
