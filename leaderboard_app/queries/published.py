"""Published boards, as frozen values and stored payloads."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import Max, QuerySet

from leaderboard_app.domain.manifest import Manifest
from leaderboard_app.domain.meter.manifest import METER_SNAPSHOT_FORMAT
from leaderboard_app.models import Board, Publication, Snapshot
from tasks_app.domain.bundle_spec import BundleKind


@dataclass(frozen=True)
class SnapshotRow:
    """A snapshot without its boards; ``manifest["boards"]`` lists which there are.

    ``manifest`` is a ``MeterManifest`` where ``kind`` is meter.
    """

    digest: str
    bundle_id: int
    bundle_ref: str
    input_digest: str
    scoring_version: str
    manifest: Manifest
    published_at: datetime

    @property
    def kind(self) -> BundleKind:
        """What the boards measure."""
        is_meter = self.manifest["format"] == METER_SNAPSHOT_FORMAT
        return BundleKind.METER if is_meter else BundleKind.ECONOMIC


def latest_snapshot(bundle_id: int) -> SnapshotRow | None:
    """What the public sees of a bundle now; None before its first publication. One query."""
    return _published(Publication.objects.filter(bundle_id=bundle_id))


def latest_snapshot_of_any(kind: BundleKind = BundleKind.ECONOMIC) -> SnapshotRow | None:
    """What the public sees of the newest bundle of a kind that has boards. One query."""
    publications = Publication.objects.filter(bundle__kind=kind.value)
    return _published(publications.order_by("-bundle_id", "-pk"))


def _published(publications: QuerySet[Publication]) -> SnapshotRow | None:
    publication = publications.select_related("snapshot").first()
    if publication is None:
        return None
    return _snapshot_row(publication.snapshot, publication.published_at)


def snapshot(digest: str) -> SnapshotRow | None:
    """The snapshot with this digest (64 hex digits), or None. One query."""
    found = published_snapshots().filter(digest=digest).first()
    return None if found is None else snapshot_row(found)


def board(digest: str, kind: str, track: str, budget_label: str) -> dict[str, Any] | None:
    """One stored payload (see ``domain.payload``), or None where there is none. One query."""
    return _payload(snapshot_id=digest, kind=kind, track=track, budget_label=budget_label)


def meter_board(
    digest: str, kind: str, track: str, task_set: str = "", condition: str = ""
) -> dict[str, Any] | None:
    """One stored payload of a meter bundle (see ``domain.meter.payload``), or None; one query."""
    return _payload(
        snapshot_id=digest, kind=kind, track=track, task_set=task_set, condition=condition
    )


def _payload(**which: str) -> dict[str, Any] | None:
    return Board.objects.filter(**which).values_list("payload", flat=True).first()


def published_snapshots(bundle_id: int | None = None) -> QuerySet[Snapshot]:
    """Snapshots to page through, the latest published first; each row becomes ``snapshot_row``."""
    snapshots = Snapshot.objects.annotate(published_at=Max("publications__published_at"))
    if bundle_id is not None:
        snapshots = snapshots.filter(bundle_id=bundle_id)
    return snapshots.order_by("-published_at", "digest")


def snapshot_row(found: Snapshot) -> SnapshotRow:
    """The value of a row of ``published_snapshots``."""
    return _snapshot_row(found, cast(Any, found).published_at)


def _snapshot_row(found: Snapshot, published_at: datetime) -> SnapshotRow:
    manifest = cast(Manifest, found.manifest)
    return SnapshotRow(
        digest=found.digest,
        bundle_id=found.bundle_id,
        bundle_ref=manifest["bundle"]["ref"],
        input_digest=found.input_digest,
        scoring_version=found.scoring_version,
        manifest=manifest,
        published_at=published_at,
    )
