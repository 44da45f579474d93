"""What follows here when something upstream changes: boards are published anew."""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from audit_app.signals import session_closed
from leaderboard_app.jobs import enqueue_publication
from runs_app.signals import descriptions_frozen, run_scored


@receiver((run_scored, descriptions_frozen))
def publish_when_runs_or_descriptions_change(*, bundle_id: int, **_: Any) -> None:
    """Robust: a broker that is down must not undo or fail the scoring of a run."""
    transaction.on_commit(lambda: enqueue_publication(bundle_id), robust=True)


@receiver(session_closed)
def publish_when_an_audit_is_closed(*, bundle_id: int | None, **_: Any) -> None:
    """Its labels may correct rows of the bundle; imported labels belong to no bundle."""
    if bundle_id is not None:
        transaction.on_commit(lambda: enqueue_publication(bundle_id), robust=True)
