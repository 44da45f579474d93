"""Published boards, as frozen values and stored payloads, and the attempts behind their rows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db.models import Max, QuerySet

from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.manifest import Manifest
from leaderboard_app.domain.payload import AgentPayload
from leaderboard_app.domain.rows import AgentRow, board_frame
from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.models import Board, Publication, Snapshot
from runs_app.queries import BoardRun, board_runs, episode_ids, run_outcomes
from tasks_app.queries import bundle_spec, task_families


@dataclass(frozen=True)
class SnapshotRow:
    """A snapshot without its boards; ``manifest["boards"]`` lists which there are."""

    digest: str
    bundle_id: int
    bundle_ref: str
    input_digest: str
    scoring_version: str
    manifest: Manifest
    published_at: datetime


def latest_snapshot(bundle_id: int) -> SnapshotRow | None:
    """What the public sees of a bundle now; None before its first publication. One query."""
    return _published(Publication.objects.filter(bundle_id=bundle_id))


def latest_snapshot_of_any() -> SnapshotRow | None:
    """What the public sees of the newest bundle that has boards. One query."""
    return _published(Publication.objects.order_by("-bundle_id", "-pk"))


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
    return (
        Board.objects.filter(snapshot_id=digest, kind=kind, track=track, budget_label=budget_label)
        .values_list("payload", flat=True)
        .first()
    )


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


@dataclass(frozen=True)
class RowEvidence:
    """The attempts behind one row of a board, and what changed since it was published.

    ``agent`` is the agent as published; ``episode_ids`` maps (run, task) to the latest attempt.
    """

    agent: AgentPayload
    episodes: tuple[ScoredEpisode, ...]
    episode_ids: dict[tuple[UUID, str], UUID]
    changed_runs: tuple[str, ...]


def row_evidence(snapshot: SnapshotRow, agent_id: int, label: str) -> RowEvidence | None:
    """The attempts that count for an agent at a budget label; None where it has no row.

    Runs as they are now: ``changed_runs`` names those of the snapshot that were re-scored or
    withdrawn since, and of a row whose runs are all withdrawn no episode is left.
    """
    published = [run for run in snapshot.manifest["runs"] if run["agent"]["id"] == agent_id]
    digests = {run["run_id"]: run["scores_digest"] for run in published}
    runs = [run for run in board_runs(snapshot.bundle_id) if str(run.run_id) in digests]
    now = {str(run.run_id): run.scores_digest for run in runs}
    changed = tuple(run for run, digest in digests.items() if now.get(run) != digest)
    rows = _composed_rows(snapshot.bundle_id, runs, label)
    if not (rows or changed):
        return None
    episodes = rows[0].episodes if rows else ()
    ids = episode_ids([run.run_id for run in runs])
    return RowEvidence(published[0]["agent"], episodes, ids, changed)


def _composed_rows(bundle_id: int, runs: list[BoardRun], label: str) -> tuple[AgentRow, ...]:
    frame = board_frame(bundle_spec(bundle_id), task_families(bundle_id))
    return compose(frame, runs, run_outcomes([run.run_id for run in runs])).rows(label)
