"""Who may work on an audit: reviewers, while it is open, each through a session of their own."""

from typing import Any
from uuid import UUID

from audit_app.actions.chaining import CLOSED
from audit_app.actions.rows import first_row, object_of
from audit_app.models import Audit, Session
from tasks_app.domain.errors import Conflict, NotAllowed

LOCKED = """
SELECT mine.id, mine.audit_id, mine.reviewer_id, mine.cursor, mine.done, audit.id AS audit__id,
  audit.status AS audit__status, audit.rubric_version AS audit__rubric_version,
  audit.reveal_allowed AS audit__reveal_allowed
FROM audit_app_session AS mine JOIN audit_app_audit AS audit ON audit.id = mine.audit_id
WHERE mine.audit_id = %s AND mine.reviewer_id = %s FOR NO KEY UPDATE OF mine
"""
"""Of the audit only what serving needs: its frame and its rubric may be long."""


def locked_session(audit_id: UUID, user: Any) -> Session:
    """My session, one request at a time (two tabs wait for each other).

    Raises Audit.DoesNotExist, NotAllowed (no reviewer) or Conflict (closed).
    """
    if not user.is_reviewer:
        raise NotAllowed("Only reviewers label items.")
    session = _locked(audit_id, user)
    if session is None:
        _begin(audit_id, user)
        return locked_session(audit_id, user)
    check_open(session.audit)
    return session


def check_open(audit: Audit) -> None:
    """Raises Conflict for a closed audit."""
    if not audit.is_open:
        raise Conflict(CLOSED)


def _locked(audit_id: UUID, user: Any) -> Session | None:
    row = first_row(LOCKED, (audit_id, user.pk))
    if row is None:
        return None
    session = object_of(Session, row)
    session.reviewer, session.audit = user, object_of(Audit, row, "audit__")
    return session


def _begin(audit_id: UUID, user: Any) -> None:
    audit = Audit.objects.get(pk=audit_id)
    check_open(audit)
    Session.objects.bulk_create([Session(audit=audit, reviewer=user)], ignore_conflicts=True)
