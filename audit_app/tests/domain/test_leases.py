"""Leases end, and only short gaps between signs of life count as active time."""

from datetime import UTC, datetime, timedelta

import pytest

from audit_app.domain.leases import LEASE, PAUSE_AFTER, active_seconds, is_live

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_a_lease_holds_until_its_end_and_not_at_it():
    assert is_live(NOON + LEASE, NOON + LEASE - timedelta(seconds=1))
    assert not is_live(NOON + LEASE, NOON + LEASE)


@pytest.mark.parametrize(
    ("gap", "counted"),
    [(0, 0), (15, 15), (60, 60), (60.5, 0), (3600, 0), (-5, 0)],
)
def test_a_gap_counts_whole_or_not_at_all(gap, counted):
    assert timedelta(seconds=60) == PAUSE_AFTER
    assert active_seconds(NOON, NOON + timedelta(seconds=gap)) == counted


def test_the_end_of_a_pause_counts_nothing():
    assert active_seconds(None, NOON) == 0
