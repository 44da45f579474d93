"""All boards of a meter bundle, from the episodes that count."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.core_board import core_board
from leaderboard_app.domain.meter.counted import CountedEpisodes
from leaderboard_app.domain.meter.descriptions_board import descriptions_board
from leaderboard_app.domain.meter.episode_board import episodes_board
from leaderboard_app.domain.meter.episodes import CellState, MeterEpisodes
from leaderboard_app.domain.meter.grid import GridFrame, grid_payload
from leaderboard_app.domain.meter.grid_conditions import EPISODES_OF, Condition
from leaderboard_app.domain.meter.manifest import CalibrationRef
from leaderboard_app.domain.meter.opt_values import OptSubject, tried_another
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.task_sets import TaskSets
from leaderboard_app.domain.payload import BundlePayload
from leaderboard_app.domain.resampling import REPLICATES
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet

Payload = Mapping[str, Any]


@dataclass(frozen=True)
class MeterSubject:
    """What the boards of a bundle are made from. ``calibration`` and ``calibration_ref`` are both
    None before there is one; ``counted`` is priced by ``pricing``."""

    bundle: BundlePayload
    counted: CountedEpisodes
    pricing: PricingPayload
    calibration: Calibration | None
    calibration_ref: CalibrationRef | None
    sets: TaskSets
    seed: int
    replicates: int = REPLICATES

    @property
    def tracks(self) -> tuple[Track, ...]:
        """Tracks with a configuration; that of results from elsewhere where there is none."""
        return self.counted.tracks or (Track.IMPORTED,)

    @property
    def opt_tasks(self) -> tuple[str, ...]:
        """The tasks that wordings are compared on: the Opt set; where none is declared those of
        Full that have a description of a source, or else all."""
        described = set().union(*self.counted.wordings.tasks.values())
        full = self.sets[TaskSet.FULL]
        return self.sets.get(TaskSet.OPT) or tuple(t for t in full if t in described) or full

    def unpriced(self, track: Track) -> dict[str, str]:
        """Why configurations of a track have episodes without a cost, by key."""
        found = self.counted.configurations
        return {
            found[place].key: reason
            for place, reason in self.counted.unpriced.items()
            if found[place].agent["track"] == track
        }

    def frame(self, track: Track, task_set: TaskSet, condition: Condition) -> GridFrame:
        return GridFrame(
            bundle=self.bundle,
            track=track.value,
            task_set=task_set.value,
            condition=condition.value,
            pricing=self.pricing,
            calibration=self.calibration,
            calibration_ref=self.calibration_ref,
            unpriced=self.unpriced(track),
        )


@dataclass(frozen=True)
class MeterBoards:
    """Every payload, and the track that a page shows first: the one with most rows."""

    payloads: tuple[Payload, ...]
    default_track: str


def meter_boards(subject: MeterSubject) -> MeterBoards:
    """Boards by track, task set and condition; the Full grid of the original wording is always
    there."""
    payloads = [payload for build in BOARDS for payload in build(subject)]
    return MeterBoards(tuple(payloads), _default_track(subject))


def grids(subject: MeterSubject) -> Iterator[Payload]:
    for track in subject.tracks:
        for condition, episodes_of in EPISODES_OF.items():
            episodes = episodes_of(subject.counted, track)
            for task_set, task_ids in subject.sets.items():
                chosen = _with_something(episodes.select(tasks=task_ids))
                if _is_shown(chosen, task_set, condition):
                    frame = subject.frame(track, task_set, condition)
                    yield grid_payload(frame, chosen, subject.seed, subject.replicates)


def grid(subject: MeterSubject, track: Track, task_set: TaskSet, condition: Condition) -> Payload:
    """One of the grids. KeyError: a set or a condition that ``subject`` has no episodes of."""
    episodes = EPISODES_OF[condition](subject.counted, track)
    chosen = _with_something(episodes.select(tasks=subject.sets[task_set]))
    frame = subject.frame(track, task_set, condition)
    return grid_payload(frame, chosen, subject.seed, subject.replicates)


def core_boards(subject: MeterSubject) -> Iterator[Payload]:
    for track in subject.tracks:
        frame = subject.frame(track, TaskSet.FULL, Condition.ORIGINAL)
        episodes = EPISODES_OF[Condition.ORIGINAL](subject.counted, track)
        full = _with_something(episodes.select(tasks=subject.sets[TaskSet.FULL]))
        yield core_board(frame, full, subject.sets.get(TaskSet.CORE), subject.seed)


def descriptions_boards(subject: MeterSubject) -> Iterator[Payload]:
    """Where there are descriptions to compare, or somebody tried another wording."""
    for track in subject.tracks:
        compared = OptSubject(
            counted=subject.counted,
            track=track,
            task_ids=subject.opt_tasks,
            calibration=subject.calibration,
            seed=subject.seed,
            replicates=subject.replicates,
        )
        if subject.counted.wordings.sources or tried_another(compared):
            frame = subject.frame(track, TaskSet.OPT, Condition.ORIGINAL)
            yield descriptions_board(frame, compared)


def episode_boards(subject: MeterSubject) -> Iterator[Payload]:
    yield episodes_board(subject.bundle, subject.counted, subject.pricing, subject.calibration_ref)


BOARDS: tuple[Callable[[MeterSubject], Iterable[Payload]], ...] = (
    grids,
    core_boards,
    descriptions_boards,
    episode_boards,
)
"""What a snapshot of a meter bundle holds; another kind of board is one more function here."""


def _with_something(episodes: MeterEpisodes) -> MeterEpisodes:
    """Without configurations that never tried any of the tasks."""
    tried = (episodes.state != CellState.ABSENT).any(axis=(1, 2))
    return episodes.select(
        configurations=[key for key, did in zip(episodes.keys, tried, strict=True) if did]
    )


def _is_shown(episodes: MeterEpisodes, task_set: TaskSet, condition: Condition) -> bool:
    """A set under the original wording is shown once anybody tried it, Full always; under other
    wordings, which only some tasks have, once somebody tried every task of the set."""
    if condition is Condition.ORIGINAL:
        return task_set is TaskSet.FULL or bool(episodes.configurations)
    tried = (episodes.state != CellState.ABSENT).any(axis=2)
    return bool(tried.all(axis=1).any())


def _default_track(subject: MeterSubject) -> str:
    tracks = [one.agent["track"] for one in subject.counted.configurations]
    return max(subject.tracks, key=lambda track: tracks.count(track.value)).value
