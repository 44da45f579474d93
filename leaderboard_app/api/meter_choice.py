"""Which meter board is asked for: snapshot, track, task set and condition, strictly."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from rest_framework import serializers
from rest_framework.exceptions import NotFound

from leaderboard_app import queries
from leaderboard_app.api.choice import SnapshotParameters, chosen_snapshot
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.manifest import MeterBoardKind
from leaderboard_app.queries import SnapshotRow
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.meter_task import TaskSet
from tasks_app.domain.price_book import PriceBook
from tasks_app.queries import price_book
from tasks_app.web.api_params import Choice

MOST_BOOKS = 1_000_000
KEPT_SECONDS = 3600


class MeterTrackParameters(SnapshotParameters):
    track = Choice(Track, required=False, help_text="Without it the track of most rows.")


class GridParameters(MeterTrackParameters):
    set = Choice(TaskSet, default="full", help_text="The tasks that configurations are scored on.")
    condition = Choice(
        Condition, default="original", help_text="Which wording of the tasks they were given."
    )
    book = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_BOOKS,
        help_text="Costs by this version of the price book, under the same calibration; nothing "
        "is stored.",
    )


@dataclass(frozen=True)
class MeterBoardChoice:
    """A board of a snapshot; a part is "" where the boards of its kind span it. ``is_fixed``: the
    address names the snapshot by its digest. ``book``: other prices than those it was published
    with."""

    snapshot: SnapshotRow
    kind: MeterBoardKind
    track: str
    task_set: str
    condition: str
    is_fixed: bool
    book: PriceBook | None = None

    @property
    def name(self) -> str:
        """What tells this board from every other one that was ever published."""
        parts = (self.snapshot.digest, self.kind, self.track, self.task_set, self.condition)
        return "-".join((*parts, self.book.digest) if self.book else parts)

    @property
    def payload(self) -> dict[str, Any]:
        """The stored payload, or the same grid by ``book``. Raises NotFound, telling which boards
        there are."""
        where = (self.track, self.task_set, self.condition)
        boards: Any = self.snapshot.manifest["boards"]
        there = [board for board in boards if board["kind"] == self.kind]
        if where not in [(b["track"], b["task_set"], b["condition"]) for b in there]:
            named = ", ".join(map(_where, there)) or "none"
            raise NotFound(f"This snapshot has no such board; there are: {named}.")
        if self.book is not None:
            return self._repriced(self.book)
        return queries.meter_board(self.snapshot.digest, self.kind, *where) or {}

    def _repriced(self, book: PriceBook) -> dict[str, Any]:
        """Kept for a while: it takes a bootstrap, and its name tells all that it depends on."""
        where = (self.track, self.task_set, self.condition)
        found: dict[str, Any] = cache.get_or_set(
            f"repriced-{self.name}",
            lambda: queries.repriced_grid(self.snapshot, *where, book),
            KEPT_SECONDS,
        )
        return found


def _where(board: Mapping[str, Any]) -> str:
    parts = {
        "track": board["track"],
        "set": board["task_set"],
        "condition": board["condition"],
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
        book=_book(params.get("book")),
    )


def _book(version: int | None) -> PriceBook | None:
    if version is None:
        return None
    book = price_book(version)
    if book is None:
        message = f"There is no price book {version}."
        raise serializers.ValidationError({"book": [message]})
    return book
