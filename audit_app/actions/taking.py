"""Taking the next item in one statement, so that no two people ever get the same seat.

It goes on from the session's cursor, which keeps it quick whatever lies behind; then from the
start, for what came back. Items that somebody else takes at this moment are skipped; where they
are all that is left, it waits for them instead of calling it the end.
"""

from datetime import datetime

from django.db import connection

from audit_app.domain.leases import LEASE
from audit_app.models import Claim, Session

FROM_THE_START = -1
SKIPPING = """
WITH next AS (
    SELECT item.id, item.position FROM audit_app_item AS item
    WHERE item.audit_id = %(audit)s AND item.open_seats > 0 AND item.position > %(cursor)s
      AND item.barred_id IS DISTINCT FROM %(reviewer)s
      AND NOT EXISTS (
        SELECT FROM audit_app_claim AS mine WHERE mine.session_id = %(session)s
          AND mine.item_id = item.id AND mine.state <> 'returned')
    ORDER BY item.position LIMIT 1 FOR NO KEY UPDATE OF item SKIP LOCKED
), seat AS (
    UPDATE audit_app_item AS item SET open_seats = open_seats - 1 FROM next WHERE item.id = next.id
), moved AS (
    UPDATE audit_app_session AS session SET cursor = next.position FROM next
    WHERE session.id = %(session)s
)
INSERT INTO audit_app_claim
  (item_id, session_id, state, claimed_at, expires_at, beat_at, active_seconds, labels, draft)
SELECT next.id, %(session)s, 'held', %(now)s, %(ends)s, %(now)s, 0, 0, '{}' FROM next
ON CONFLICT (session_id, item_id) DO UPDATE SET state = excluded.state,
  claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, beat_at = excluded.beat_at
RETURNING audit_app_claim.id
"""
WAITING = SKIPPING.replace(" SKIP LOCKED", "")


def take_next(session: Session, now: datetime) -> Claim | None:
    """A new claim of a locked session on an item with an open seat; None where there is none.

    A reviewer's own run, and what that reviewer has read, holds, or labelled late, is passed over.
    """
    values = {
        "audit": session.audit_id,
        "session": session.pk,
        "reviewer": session.reviewer_id,
        "now": now,
        "ends": now + LEASE,
    }
    attempts = ((SKIPPING, session.cursor), (SKIPPING, FROM_THE_START), (WAITING, FROM_THE_START))
    with connection.cursor() as cursor:
        for statement, start in attempts:
            cursor.execute(statement, {**values, "cursor": start})
            if row := cursor.fetchone():
                return Claim.objects.select_related("item").get(pk=row[0])
    return None
