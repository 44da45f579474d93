"""Fixtures of runs_app's tests."""

import pytest

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
