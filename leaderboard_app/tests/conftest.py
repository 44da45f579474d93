"""Fixtures of this app's suite."""

from functools import partial

import pytest

from leaderboard_app.actions import economic, meter
from leaderboard_app.domain import proof_parts
from leaderboard_app.domain.resampling import resampling


@pytest.fixture(scope="package", autouse=True)
def _few_replicates():
    """Publishing resamples 200 times instead of 10,000: enough for every test, and quick."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(economic, "resampling", partial(resampling, replicates=200))
        for module in (meter, proof_parts):
            monkeypatch.setattr(module, "REPLICATES", 200)
        yield
