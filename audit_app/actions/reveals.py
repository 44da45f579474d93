"""Looking behind the blinding, where the design allows it."""

from typing import Any
from uuid import UUID

from django.db import transaction

from audit_app.actions.sessions import locked_session
from audit_app.domain.blinding import Revealed
from audit_app.models import Claim, Provenance, Reveal
from tasks_app.domain.errors import NotAllowed


@transaction.atomic
def reveal_item(item_id: UUID, user: Any, audit_id: UUID | None = None) -> Revealed:
    """What blinding hides of an item in this reviewer's hands; recorded for good.

    Raises Claim.DoesNotExist, NotAllowed (no reviewer, or not in the design) or Conflict (closed).
    """
    claims = Claim.objects.filter(item=item_id, session__reviewer=user)
    if audit_id is not None:
        claims = claims.filter(session__audit=audit_id)
    session = locked_session(claims.values_list("session__audit", flat=True).get(), user)
    if not session.audit.reveal_allowed:
        raise NotAllowed("The design of this audit keeps its items blinded.")
    Reveal.objects.bulk_create([Reveal(item_id=item_id, reviewer=user)], ignore_conflicts=True)
    hidden = Provenance.objects.get(pk=item_id)
    return Revealed(hidden.agent, session.audit.judge, hidden.verdict)
