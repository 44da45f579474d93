"""Fixtures of audit_app's tests."""

from datetime import timedelta

import pytest
from django.utils import timezone


@pytest.fixture
def clock(monkeypatch):
    """The server's time, which only ``clock.forward(minutes=11)`` moves."""

    class Clock:
        now = timezone.now()

        def forward(self, **duration):
            self.now += timedelta(**duration)

    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock
