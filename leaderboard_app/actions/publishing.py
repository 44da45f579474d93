"""Publishing snapshots: same inputs, same snapshot, whatever kind of bundle they are of."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import connection, transaction

from leaderboard_app.actions import economic, meter
from leaderboard_app.domain.manifest import snapshot_digest
from leaderboard_app.domain.publishable import PublicInputs, Publishable
from leaderboard_app.models import Board, Publication, Snapshot
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.queries import bundle_spec

PUBLISHING = 0xB0A2D
"""First key of the advisory lock under which one bundle is published by one job at a time."""


class Publisher(NamedTuple):
    """How the boards of one kind of bundle come about: what they depend on, and the boards."""

    inputs: Callable[[int], Any]
    publishable: Callable[[int, Any], Publishable]


PUBLISHERS: Mapping[BundleKind, Publisher] = {
    BundleKind.ECONOMIC: Publisher(economic.inputs, economic.publishable),
    BundleKind.METER: Publisher(meter.inputs, meter.publishable),
}


@transaction.atomic
def publish_snapshot(bundle_id: int) -> Snapshot | None:
    """Bring the boards of a bundle up to date and return the snapshot that the public sees.

    Nothing is written where the inputs are those of the latest publication. Inputs that were
    published before, as after a withdrawal, bring their snapshot back. None: nothing to publish.
    """
    publisher = PUBLISHERS[bundle_spec(bundle_id).kind]
    _wait_for_turn(bundle_id)
    inputs: PublicInputs = publisher.inputs(bundle_id)
    latest = Publication.objects.filter(bundle_id=bundle_id).select_related("snapshot").first()
    if latest is None and not inputs.runs:
        return None
    if latest is not None and latest.snapshot.input_digest == inputs.digest:
        return latest.snapshot
    snapshot = _stored(bundle_id, inputs) or _computed(bundle_id, publisher, inputs)
    if snapshot is None:
        return publish_snapshot(bundle_id)
    Publication.objects.create(bundle_id=bundle_id, snapshot=snapshot)
    return snapshot


def _wait_for_turn(bundle_id: int) -> None:
    """Held until the transaction ends; what is read after it includes all earlier commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [PUBLISHING, bundle_id])


def _stored(bundle_id: int, inputs: PublicInputs) -> Snapshot | None:
    return Snapshot.objects.filter(bundle_id=bundle_id, input_digest=inputs.digest).first()


def _computed(bundle_id: int, publisher: Publisher, inputs: PublicInputs) -> Snapshot | None:
    """A new snapshot; None where scores changed while the boards were computed from them."""
    publishable = publisher.publishable(bundle_id, inputs)
    if publisher.inputs(bundle_id).digest != inputs.digest:
        return None
    return _store(bundle_id, inputs, publishable)


def _store(bundle_id: int, inputs: PublicInputs, publishable: Publishable) -> Snapshot:
    proof, payloads = publishable
    snapshot = Snapshot.objects.create(
        digest=snapshot_digest(proof, payloads),
        bundle_id=bundle_id,
        input_digest=inputs.digest,
        scoring_version=proof["scoring_version"],
        manifest=proof,
    )
    Board.objects.bulk_create(
        Board(
            snapshot=snapshot,
            kind=payload["kind"],
            track=payload["track"],
            budget_label=payload["budget_label"],
            task_set=payload.get("task_set", ""),
            condition=payload.get("condition", ""),
            payload=payload,
        )
        for payload in payloads
    )
    return snapshot
