"""How long an item stays in one pair of hands, and how active time is counted.

All times are the server's. A lease is renewed while its reader gives signs of life; one that ran
out goes back. The time between two signs of life counts where it is short; a longer one was a
pause and does not count at all, so that leaving a tab open adds nothing.
"""

from datetime import datetime, timedelta

LEASE = timedelta(minutes=10)
"""From the last sign of life until an item is given to somebody else."""

PAUSE_AFTER = timedelta(seconds=60)
"""Signs of life come every 15 seconds while the page is visible; beyond this it was a pause."""

MOST_HELD = 3
"""Items that one reviewer holds at once: the one being read, the next, and one left in a tab."""


def is_live(expires_at: datetime, now: datetime) -> bool:
    """Whether a lease still holds; at its end it does not."""
    return now < expires_at


def active_seconds(last: datetime | None, now: datetime) -> float:
    """Seconds that count between two signs of life; ``last`` None is the end of a pause."""
    if last is None:
        return 0.0
    gap = now - last
    return gap.total_seconds() if timedelta(0) <= gap <= PAUSE_AFTER else 0.0
