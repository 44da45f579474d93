"""Which meter board a page shows: bundle, snapshot, track, task set and condition, in the URL."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from leaderboard_app import queries
from leaderboard_app.board_choice import (
    TRACK_TITLES,
    Option,
    asked_snapshot,
    bundle_options,
    joined,
    options,
    picked,
)
from leaderboard_app.domain.meter.grid_conditions import CONDITION_TITLES, Condition
from leaderboard_app.domain.meter.manifest import MeterBoardKind
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.meter_task import TaskSet
from tasks_app.web.params import Param, Reading, read_params

SET_TITLES = {TaskSet.FULL: "Full", TaskSet.CORE: "Core", TaskSet.OPT: "Opt"}
PARAMS = (
    Param("bundle"),
    Param("snapshot", max_length=64),
    Param("track", choices=tuple(Track)),
    Param("set", choices=tuple(TaskSet)),
    Param("condition", choices=tuple(Condition)),
)


@dataclass(frozen=True)
class MeterChoice:
    """The chosen board and the links to others. Without a publication only ``note`` and
    ``bundles`` are set. ``kept`` is what of the URL other boards take as well.
    """

    note: str = ""
    snapshot: queries.SnapshotRow | None = None
    is_latest: bool = True
    track: str = ""
    task_set: str = ""
    condition: str = ""
    payload: dict[str, Any] | None = None
    bundles: tuple[Option, ...] = ()
    tracks: tuple[Option, ...] = ()
    sets: tuple[Option, ...] = ()
    conditions: tuple[Option, ...] = ()
    kept: dict[str, str] = field(default_factory=dict)

    @property
    def fixed_query(self) -> str:
        """The query string of exactly this board, whatever is published later."""
        return self._query(snapshot=self.snapshot.digest) if self.snapshot else ""

    @property
    def latest_query(self) -> str:
        """The query string of the same board as the public sees it now."""
        return self._query(bundle=self.snapshot.bundle_ref) if self.snapshot else ""

    def _query(self, **which: str) -> str:
        parts = {"track": self.track, "set": self.task_set, "condition": self.condition}
        return urlencode(which | {name: value for name, value in parts.items() if value})


def chosen_meter_board(request: HttpRequest, kind: MeterBoardKind) -> MeterChoice:
    """The board of ``kind`` that the URL asks for; at most four queries, whatever is stored."""
    reading = read_params(request.GET, PARAMS)
    asked = asked_snapshot(reading, BundleKind.METER)
    snapshot = asked.snapshot
    bundles = tuple(bundle_options(request.GET, snapshot, BundleKind.METER))
    if snapshot is None:
        return MeterChoice(note=joined(reading.note, asked.note), bundles=bundles)
    places = _Places(request.GET, reading, snapshot, kind)
    track = places.track()
    task_set = places.task_set(track.value)
    condition = places.condition(track.value, task_set.value)
    return MeterChoice(
        note=joined(reading.note, asked.note, track.note, task_set.note, condition.note),
        snapshot=snapshot,
        is_latest=asked.is_latest,
        track=track.value,
        task_set=task_set.value,
        condition=condition.value,
        payload=queries.meter_board(
            snapshot.digest, kind, track.value, task_set.value, condition.value
        ),
        bundles=bundles,
        tracks=track.options,
        sets=task_set.options,
        conditions=condition.options,
        kept={name: value for name, value in reading.values.items() if value},
    )


class _Part(NamedTuple):
    """One part of where a board is; "" where the boards of its kind span it."""

    value: str
    note: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class _Places:
    """Where a snapshot has boards of a kind, and which of them the URL wishes."""

    query: QueryDict
    reading: Reading
    snapshot: queries.SnapshotRow
    kind: MeterBoardKind

    def track(self) -> _Part:
        there = _in_order(Track, self._present("track"))
        return self._part("track", there, self.snapshot.manifest["default_track"], TRACK_TITLES)

    def task_set(self, track: str) -> _Part:
        there = _in_order(TaskSet, self._present("task_set", track=track))
        return self._part("set", there, TaskSet.FULL, SET_TITLES)

    def condition(self, track: str, task_set: str) -> _Part:
        there = _in_order(Condition, self._present("condition", track=track, task_set=task_set))
        return self._part("condition", there, Condition.ORIGINAL, CONDITION_TITLES)

    def _present(self, part: str, **fixed: str) -> set[str]:
        """What ``part`` can be where the others are ``fixed``."""
        boards: Any = self.snapshot.manifest["boards"]
        fixed["kind"] = self.kind
        return {b[part] for b in boards if all(b[key] == fixed[key] for key in fixed)}

    def _part(self, name: str, there: list[str], usual: str, titles: Mapping[Any, str]) -> _Part:
        wanted = self.reading[name] if there else None
        value, note = picked(wanted, there, usual)
        return _Part(value, note, tuple(options(self.query, name, there, value, titles)))


def _in_order(order: Iterable[str], present: set[str]) -> list[str]:
    return [str(value) for value in order if value in present]
