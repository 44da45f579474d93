"""Who may work on an audit: reviewers, while it is open, each through a session of their own."""

from typing import Any
from uuid import UUID

from audit_app.models import Audit, Session
from tasks_app.domain.errors import Conflict, NotAllowed


def locked_session(audit_id: UUID, user: Any) -> Session:
    """My session, one request at a time (two tabs wait for each other).

    Raises Audit.DoesNotExist, NotAllowed (no reviewer) or Conflict (closed).
    """
    if not user.is_reviewer:
        raise NotAllowed("Only reviewers label items.")
    mine = Session.objects.select_for_update(of=("self",)).select_related("audit")
    session = mine.filter(audit=audit_id, reviewer=user).first()
    if session is None:
        audit = Audit.objects.get(pk=audit_id)
        check_open(audit)
        Session.objects.bulk_create([Session(audit=audit, reviewer=user)], ignore_conflicts=True)
        session = mine.get(audit=audit_id, reviewer=user)
    session.reviewer = user
    check_open(session.audit)
    return session


def check_open(audit: Audit) -> None:
    """Raises Conflict for a closed audit."""
    if not audit.is_open:
        raise Conflict("This audit is closed; its labels stay as they are.")
