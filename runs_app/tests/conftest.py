"""Fixtures of runs_app's tests."""

import pytest
from celery import current_app

from runs_app.signals import run_scored


@pytest.fixture
def announced():
    """The bundle ids that `run_scored` was sent with."""
    heard = []

    def listen(sender, bundle_id, **_):
        heard.append(bundle_id)

    run_scored.connect(listen)
    yield heard
    run_scored.disconnect(listen)


@pytest.fixture
def inline(monkeypatch):
    """Jobs run where they are enqueued, without broker or worker."""
    monkeypatch.setitem(current_app.conf, "task_always_eager", True)
    monkeypatch.setitem(current_app.conf, "task_eager_propagates", True)
