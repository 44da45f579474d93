"""The jobs of leaderboard_app: ids in, one action called. Each may run twice, late, or in vain."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.core.cache import cache

from leaderboard_app import actions
from tasks_app.queries import all_bundles

WAIT_SECONDS = 2
"""How long a publication waits for further runs to be scored, so that many need one job."""

LOST_SECONDS = 60
"""After so long a waiting job counts as lost, and the next scored run enqueues another."""


@shared_task
def publish_snapshot(*, bundle_id: int) -> None:
    """Publish a bundle's boards; whatever is scored from here on asks for a job of its own."""
    cache.delete(_waiting(bundle_id))
    actions.publish_snapshot(bundle_id)


@shared_task
def publish_outdated() -> None:
    """Look after every bundle: the net under lost messages. Boards up to date cost a look."""
    for bundle in all_bundles():
        enqueue_publication(bundle.id)


@worker_ready.connect
def publish_at_start(**_: Any) -> None:
    """A worker that starts publishes at once what one that was killed has left."""
    publish_outdated.delay()


def enqueue_publication(bundle_id: int) -> None:
    """Enqueue ``publish_snapshot``, unless one waits already that has read nothing yet."""
    if cache.add(_waiting(bundle_id), True, timeout=LOST_SECONDS):
        publish_snapshot.apply_async(kwargs={"bundle_id": bundle_id}, countdown=WAIT_SECONDS)


def _waiting(bundle_id: int) -> str:
    return f"publication-waits-{bundle_id}"
