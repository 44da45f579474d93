"""Taking the next item in one statement, so that no two people ever get the same seat.

It goes on from the session's cursor, which keeps it quick whatever lies behind; then from the
start, for what came back. Items that somebody else takes at this moment are skipped; where they
are all that is left, whoever may wait waits for them instead of calling it the end.
"""

from datetime import datetime

from audit_app.actions.rows import first_row, object_of
from audit_app.domain.leases import LEASE
from audit_app.models import Claim, Item, Session

FROM_THE_START = -1
SKIPPING = """
WITH next AS (
    SELECT item.* FROM audit_app_item AS item
    WHERE item.audit_id = %(audit)s AND item.open_seats > 0 AND item.position > %(cursor)s
      AND item.barred_id IS DISTINCT FROM %(reviewer)s
      AND NOT EXISTS (
        SELECT FROM audit_app_claim AS mine WHERE mine.session_id = %(session)s
          AND mine.item_id = item.id AND mine.state <> 'returned')
    ORDER BY item.position LIMIT 1 FOR NO KEY UPDATE OF item SKIP LOCKED
), seat AS (
    UPDATE audit_app_item AS item SET open_seats = next.open_seats - 1
    FROM next WHERE item.id = next.id
), moved AS (
    UPDATE audit_app_session AS session SET cursor = next.position FROM next
    WHERE session.id = %(session)s
), taken AS (
    INSERT INTO audit_app_claim
      (item_id, session_id, state, claimed_at, expires_at, beat_at, active_seconds, labels, draft)
    SELECT next.id, %(session)s, 'held', %(now)s, %(ends)s, %(beat)s, 0, 0, '{}' FROM next
    ON CONFLICT (session_id, item_id) DO UPDATE SET state = excluded.state,
      claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, beat_at = excluded.beat_at
    RETURNING *
)
SELECT taken.*, next.id AS item__id, next.question AS item__question,
  next.evidence AS item__evidence, next.answer AS item__answer, next.revision AS item__revision,
  next.content_digest AS item__content_digest
FROM taken, next
"""
WAITING = SKIPPING.replace(" SKIP LOCKED", "")
AT_ONCE = (SKIPPING, SKIPPING)
PATIENTLY = (*AT_ONCE, WAITING)


def take_next(
    session: Session, now: datetime, is_active: bool, statements: tuple[str, ...] = PATIENTLY
) -> Claim | None:
    """A new claim of a locked session on an item with an open seat; None where there is none.

    A reviewer's own run, and what that reviewer has read, holds, or labelled late, is passed over.
    ``AT_ONCE`` is for transactions that hold another item: waiting, two of them could wait for
    each other.
    """
    values = {
        "audit": session.audit_id,
        "session": session.pk,
        "reviewer": session.reviewer_id,
        "now": now,
        "beat": now if is_active else None,
        "ends": now + LEASE,
        "cursor": session.cursor,
    }
    for statement in statements:
        if row := first_row(statement, values):
            claim = object_of(Claim, row)
            claim.item, claim.session = object_of(Item, row, "item__"), session
            return claim
        values["cursor"] = FROM_THE_START
    return None
