"""A round of the labelling screen: one decision stored and the next item taken, at once.

Locks are taken in one order, here as everywhere: session, items, log. A round holds an item
while it looks for another, so it never waits for one.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import transaction

from audit_app.actions.claims import next_item
from audit_app.actions.labels import logged, settle
from audit_app.actions.seats import return_abandoned
from audit_app.actions.sessions import locked_session
from audit_app.actions.taking import AT_ONCE
from audit_app.domain.blinding import Claimed, Recorded
from audit_app.domain.labels import LabelInput
from audit_app.models import Session
from tasks_app.domain.errors import Conflict


def label_and_claim(
    audit_id: UUID, item_id: UUID, user: Any, label: LabelInput, besides: Collection[UUID] = ()
) -> tuple[Recorded, Claimed | None]:
    """``record_label``, and an item besides those that the caller has, fetched beforehand.

    Sent again it gives the same two. No item is no end: ``claim_item`` says whether there is one.
    Raises what ``record_label`` raises, and then neither happens.
    """
    with transaction.atomic():
        session = locked_session(audit_id, user)
        settled = settle(session, item_id, label)
        following = _following(session, besides)
        recorded = logged(settled)
    if following is None:
        return_abandoned(audit_id)
    return recorded, following


def _following(session: Session, besides: Collection[UUID]) -> Claimed | None:
    try:
        return next_item(session, besides, is_active=False, statements=AT_ONCE)
    except Conflict:  # as many in hand as one may have: no reason to refuse the label
        return None
