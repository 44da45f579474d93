"""Which board is asked for: snapshot, track and budget label, refused by name where unknown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound

from leaderboard_app import queries
from leaderboard_app.domain.payload import BoardKind
from leaderboard_app.queries import SnapshotRow
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel
from tasks_app.queries import BundleRow
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_params import Choice, Parameters

OTHER_KIND = "its bundle has none of this kind, and a meter bundle is compared at agentmeter/"


class SnapshotParameters(Parameters):
    bundle = BundleField(
        required=False,
        help_text="`name@version`, or `name` for its newest version; without it the newest bundle "
        "that has boards.",
    )
    snapshot = serializers.RegexField(
        r"^[0-9a-f]{64}$",
        required=False,
        help_text="The digest of a snapshot; without it the one that is published now.",
    )


class TrackParameters(SnapshotParameters):
    track = Choice(
        Track, required=False, help_text="Without it the track of most rows. Controls are on each."
    )


class BoardParameters(TrackParameters):
    budget = Choice(BudgetLabel, default="main", help_text="The budget label.")


class SweepParameters(TrackParameters):
    budget = Choice(
        BudgetLabel,
        required=False,
        help_text="Only the points of this label; `main`: each family's own.",
    )


@dataclass(frozen=True)
class BoardChoice:
    """A board of a snapshot; ``label`` is "" for the sweeps. ``is_fixed``: by its digest."""

    snapshot: SnapshotRow
    kind: BoardKind
    track: str
    label: str
    is_fixed: bool

    @property
    def payload(self) -> dict[str, Any]:
        """The stored payload. Raises NotFound, telling which boards there are."""
        found = queries.board(self.snapshot.digest, self.kind, self.track, self.label)
        if found is None:
            there = ", ".join(self._available())
            there = f"there are: {there}" if there else OTHER_KIND
            raise NotFound(f"This snapshot has no such board; {there}.")
        return found

    def _available(self) -> list[str]:
        boards = self.snapshot.manifest["boards"]
        return [
            f"track={board['track']} budget={board['budget_label']}".removesuffix(" budget=")
            for board in boards
            if board["kind"] == self.kind
        ]


def chosen(params: Mapping[str, Any], kind: BoardKind) -> BoardChoice:
    """The board that ``params`` ask for. Raises ValidationError, or NotFound where nothing is
    published yet."""
    snapshot = chosen_snapshot(params)
    return BoardChoice(
        snapshot=snapshot,
        kind=kind,
        track=params.get("track") or snapshot.manifest["default_track"],
        label="" if kind == "sweeps" else params["budget"],
        is_fixed="snapshot" in params,
    )


def chosen_snapshot(
    params: Mapping[str, Any], kind: BundleKind = BundleKind.ECONOMIC
) -> SnapshotRow:
    """What ``snapshot`` or ``bundle`` name; without either the newest of ``kind``. Raises as
    ``chosen`` does."""
    if digest := params.get("snapshot"):
        return _snapshot_of_digest(digest, params.get("bundle"))
    if bundle := params.get("bundle"):
        return _snapshot_of_bundle(bundle)
    latest = queries.latest_snapshot_of_any(kind)
    if latest is None:
        raise NotFound("Nothing is published yet.")
    return latest


def _snapshot_of_digest(digest: str, bundle: BundleRow | None) -> SnapshotRow:
    snapshot = queries.snapshot(digest)
    if snapshot is None:
        raise serializers.ValidationError({"snapshot": ["There is no snapshot of this digest."]})
    if bundle is not None and bundle.id != snapshot.bundle_id:
        message = f"The snapshot is one of {snapshot.bundle_ref}."
        raise serializers.ValidationError({"bundle": [message]})
    return snapshot


def _snapshot_of_bundle(bundle: BundleRow) -> SnapshotRow:
    latest = queries.latest_snapshot(bundle.id)
    if latest is None:
        raise NotFound(f"Nothing is published of {bundle.ref} yet.")
    return latest
