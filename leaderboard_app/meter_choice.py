"""Which meter board a page shows: bundle, snapshot, track, task set and condition, in the URL."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from django.http import HttpRequest, QueryDict

from leaderboard_app import queries
from leaderboard_app.board_choice import (
    TRACK_TITLES,
    Option,
    SnapshotChoice,
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
class MeterChoice(SnapshotChoice):
    """A board of a meter bundle: of a track, a task set and a condition, or of all of these."""

    evidence_route: ClassVar[str] = "grid-evidence"

    task_set: str = ""
    condition: str = ""
    sets: tuple[Option, ...] = ()
    conditions: tuple[Option, ...] = ()

    @property
    def place(self) -> dict[str, str]:
        return {"track": self.track, "set": self.task_set, "condition": self.condition}


def chosen_meter_board(request: HttpRequest, kind: MeterBoardKind) -> MeterChoice:
    """The board of ``kind`` that the URL asks for; at most four queries, whatever is stored."""
    reading = read_params(request.GET, PARAMS)
    asked = asked_snapshot(reading, BundleKind.METER)
    choice = MeterChoice(
        note=joined(reading.note, asked.note),
        snapshot=asked.snapshot,
        is_latest=asked.is_latest,
        bundles=tuple(bundle_options(request.GET, asked.snapshot, BundleKind.METER)),
    )
    if asked.snapshot is None:
        return choice
    return _with_board(choice, _Places(request.GET, reading, asked.snapshot, kind))


def _with_board(choice: MeterChoice, places: "_Places") -> MeterChoice:
    track = places.track()
    task_set = places.task_set(track.value)
    condition = places.condition(track.value, task_set.value)
    return replace(
        choice,
        note=joined(choice.note, track.note, task_set.note, condition.note),
        track=track.value,
        task_set=task_set.value,
        condition=condition.value,
        payload=queries.meter_board(
            places.snapshot.digest, places.kind, track.value, task_set.value, condition.value
        ),
        tracks=track.options,
        sets=task_set.options,
        conditions=condition.options,
        kept={name: value for name, value in places.reading.values.items() if value},
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
