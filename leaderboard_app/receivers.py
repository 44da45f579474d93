"""What follows here when something upstream changes: boards are published anew."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from leaderboard_app.jobs import enqueue_publication
from runs_app.signals import run_scored


@receiver(run_scored)
def publish_when_a_run_is_scored(*, bundle_id: int, **_: Any) -> None:
    """Robust: a broker that is down must not undo or fail the scoring of a run."""
    transaction.on_commit(lambda: enqueue_publication(bundle_id), robust=True)
