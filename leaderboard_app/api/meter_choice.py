"""Which meter board is asked for: snapshot, track, task set and condition, strictly."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.exceptions import NotFound

from leaderboard_app import queries
from leaderboard_app.api.choice import SnapshotParameters, chosen_snapshot
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.manifest import MeterBoardKind
from leaderboard_app.queries import SnapshotRow
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.meter_task import TaskSet
from tasks_app.web.api_params import Choice


class MeterTrackParameters(SnapshotParameters):
    track = Choice(Track, required=False, help_text="Without it the track of most rows.")


class GridParameters(MeterTrackParameters):
    set = Choice(TaskSet, default="full", help_text="The tasks that configurations are scored on.")
    condition = Choice(
        Condition, default="original", help_text="Which wording of the tasks they were given."
    )


@dataclass(frozen=True)
class MeterBoardChoice:
    """A board of a snapshot; a part is "" where the boards of its kind span it. ``is_fixed``: the
    address names the snapshot by its digest."""

    snapshot: SnapshotRow
    kind: MeterBoardKind
    track: str
    task_set: str
    condition: str
    is_fixed: bool

    @property
    def name(self) -> str:
        """What tells this board from every other one that was ever published."""
        return "-".join(
            (self.snapshot.digest, self.kind, self.track, self.task_set, self.condition)
        )

    @property
    def payload(self) -> dict[str, Any]:
        """The stored payload. Raises NotFound, telling which boards there are."""
        found = queries.meter_board(
            self.snapshot.digest, self.kind, self.track, self.task_set, self.condition
        )
        if found is None:
            there = ", ".join(self._available()) or "none"
            raise NotFound(f"This snapshot has no such board; there are: {there}.")
        return found

    def _available(self) -> list[str]:
        boards: Any = self.snapshot.manifest["boards"]
        return [_where(board) for board in boards if board["kind"] == self.kind]


def _where(board: Mapping[str, Any]) -> str:
    parts = {
        "track": board["track"],
        "set": board.get("task_set", ""),
        "condition": board.get("condition", ""),
    }
    return " ".join(f"{name}={value}" for name, value in parts.items() if value)


def chosen_meter_board(
    params: Mapping[str, Any], kind: MeterBoardKind, spans_tracks: bool = False
) -> MeterBoardChoice:
    """The board that ``params`` ask for. Raises ValidationError, or NotFound where nothing is
    published yet."""
    snapshot = chosen_snapshot(params, BundleKind.METER)
    usual_track = "" if spans_tracks else snapshot.manifest["default_track"]
    return MeterBoardChoice(
        snapshot=snapshot,
        kind=kind,
        track=params.get("track") or usual_track,
        task_set=params.get("set", ""),
        condition=params.get("condition", ""),
        is_fixed="snapshot" in params,
    )
