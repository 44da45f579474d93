"""Closing an audit, and third decisions on what people disagreed about."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from audit_app.actions.chaining import seal
from audit_app.actions.seats import free_awaited_seats
from audit_app.domain.labels import BINARY, Decision
from audit_app.models import Adjudication, Audit, Item
from audit_app.signals import session_closed
from tasks_app.domain.errors import Conflict, NotAllowed, Problem, Refused


@transaction.atomic
def close_audit(audit_id: UUID, user: Any, reason: str = "") -> Audit:
    """End an audit for good; its report exists from then on.

    Labels on their way are in the log before it is sealed, or refused. Raises NotAllowed,
    Audit.DoesNotExist, or Conflict where it is closed already.
    """
    if not user.is_maintainer:
        raise NotAllowed("Only maintainers close audits.")
    free_awaited_seats(audit_id)
    seal(audit_id)
    audit = Audit.objects.select_for_update(no_key=True).get(pk=audit_id)
    if not audit.is_open:
        raise Conflict("This audit is closed already.")
    audit.status, audit.closed_by, audit.closed_at = Audit.Status.CLOSED, user, timezone.now()
    audit.reason = reason.strip() or f"Closed by {user.get_username()}."
    audit.save(update_fields=["status", "closed_by", "closed_at", "reason"])
    _announce(audit)
    return audit


@transaction.atomic
def adjudicate(
    item_id: UUID, user: Any, decision: Decision, reason: str, audit_id: UUID | None = None
) -> Adjudication:
    """A third decision with its reason, beside the labels, once the audit is closed.

    Raises NotAllowed, Item.DoesNotExist, Conflict (still open) or Refused (no reason, or a
    decision that is neither correct nor incorrect).
    """
    if not user.is_maintainer:
        raise NotAllowed("Only maintainers adjudicate.")
    items = Item.objects.select_related("audit").filter(pk=item_id)
    item = items.get(**({} if audit_id is None else {"audit": audit_id}))
    if item.audit.is_open:
        raise Conflict("Adjudication begins when the audit is closed.")
    if decision not in BINARY or not reason.strip():
        raise Refused([Problem("no_decision", "Decide correct or incorrect, and say why.")])
    third = Adjudication.objects.create(
        item=item,
        adjudicator=user,
        name=user.get_username(),
        decision=decision,
        reason=reason.strip(),
    )
    _announce(item.audit)
    return third


def _announce(audit: Audit) -> None:
    """Robust: a receiver that fails must not fail what is stored already."""
    transaction.on_commit(
        partial(session_closed.send, sender=Audit, bundle_id=audit.bundle_id), robust=True
    )
