"""What configurations made of the Opt tasks under each of their wordings.

Arrays are wordings x configurations x tasks; wordings are the original, the generic one and then
those of the sources.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.configuration import Configuration
from leaderboard_app.domain.meter.counted import CountedEpisodes, source_key
from leaderboard_app.domain.meter.draws import TaskDraws, draws
from leaderboard_app.domain.meter.episodes import MeterEpisodes, Truth
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import Places, mean_over_repeats, task_values
from leaderboard_app.domain.resampling import Floats
from runs_app.domain.descriptions import GENERIC, ORIGINAL
from runs_app.domain.episode import Track

SHARED = (ORIGINAL, GENERIC)
"""Wordings that are no source's: the first ones of the arrays."""

PARTS = ("reward", "budgeted", "expensive")
"""What AMS is put together from, as in ``TaskValues``."""


@dataclass(frozen=True, eq=False)
class OptValues:
    """``figures`` by name: of PARTS and ``cost`` the means over the episodes of a task that
    count, NaN where undefined; of ``counted``, ``promised`` and ``unpriced`` how many there are.

    ``has_text`` and ``kept``: sources x tasks, whether there is a description, and whether it is
    the original; ``own``: sources x configurations. ``resampled`` draws the tasks by stratum.
    """

    configurations: tuple[Configuration, ...]
    task_ids: tuple[str, ...]
    sources: tuple[str, ...]
    has_text: Truth
    kept: Truth
    own: Truth
    figures: Mapping[str, NDArray[np.float64]]
    calibration: Calibration | None
    resampled: TaskDraws

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(one.key for one in self.configurations)

    @property
    def parameters(self) -> Parameters:
        return self.calibration.parameters if self.calibration else Parameters()

    @property
    def columns(self) -> Mapping[Stratum, Places]:
        """Places of the tasks of each stratum; nothing before there is a calibration."""
        return {name: self.resampled.columns[name] for name in Stratum if self.calibration}

    def once(self) -> "OptValues":
        """The same with a single replicate, where no interval is asked for."""
        counts = {name: found[:1] for name, found in self.resampled.counts.items()}
        return replace(self, resampled=TaskDraws(self.resampled.columns, counts, 1))

    @property
    def wordings(self) -> tuple[str, ...]:
        return (*SHARED, *self.sources)

    def of_sources(self, figure: str) -> Floats:
        """A figure under the wordings of the sources only: sources x configurations x tasks."""
        return self.figures[figure][len(SHARED) :]


@dataclass(frozen=True)
class OptSubject:
    """Which episodes are compared, and how tasks are resampled."""

    counted: CountedEpisodes
    track: Track
    task_ids: tuple[str, ...]
    calibration: Calibration | None
    seed: int
    replicates: int

    def under(self, description: str) -> MeterEpisodes:
        return self.counted.under(description, self.track).select(tasks=self.task_ids)


def opt_values(subject: OptSubject) -> OptValues:
    """The values of all configurations of the track that tried a task under another wording."""
    wordings = subject.counted.wordings
    rows = tried_another(subject)
    by_wording = [
        _figures(subject.under(name), rows, subject.calibration)
        for name in (*SHARED, *wordings.sources)
    ]
    return OptValues(
        configurations=rows,
        task_ids=subject.task_ids,
        sources=wordings.sources,
        has_text=_marked(wordings.tasks, wordings.sources, subject.task_ids),
        kept=_marked(wordings.kept, wordings.sources, subject.task_ids),
        own=np.array(
            [[source_key(one) == source for one in rows] for source in wordings.sources], bool
        ).reshape(len(wordings.sources), len(rows)),
        figures={name: np.stack([one[name] for one in by_wording]) for name in by_wording[0]},
        calibration=subject.calibration,
        resampled=draws(
            subject.under(ORIGINAL), subject.calibration, subject.seed, subject.replicates
        ),
    )


def tried_another(subject: OptSubject) -> tuple[Configuration, ...]:
    """Configurations with an attempt at one of the tasks under another wording than the
    original."""
    tasks = set(subject.task_ids)
    names = {GENERIC, *subject.counted.wordings.sources}
    places = {
        episode.configuration
        for episode in subject.counted.episodes
        if episode.description in names and episode.task_id in tasks
    }
    return tuple(
        one
        for place, one in enumerate(subject.counted.configurations)
        if place in places and one.agent["track"] == subject.track
    )


def _marked(
    ids: Mapping[str, frozenset[str]], sources: Sequence[str], task_ids: Sequence[str]
) -> Truth:
    marks = [[task in ids.get(source, ()) for task in task_ids] for source in sources]
    return np.array(marks, bool).reshape(len(sources), len(task_ids))


def _figures(
    episodes: MeterEpisodes, rows: Sequence[Configuration], calibration: Calibration | None
) -> dict[str, NDArray[np.float64]]:
    """The figures of one wording, configurations x tasks; without a run all is undefined, and one
    episode of each task is missed."""
    place = {one.key: row for row, one in enumerate(rows)}
    found = episodes.select(configurations=[key for key in episodes.keys if key in place])
    at = [place[key] for key in found.keys]
    shape = (len(rows), len(found.task_ids))
    figures = {
        "counted": (found.graded.sum(axis=2), 0.0),
        "promised": (np.broadcast_to(found.planned.sum(axis=2), (len(at), shape[1])), 1.0),
        "unpriced": (found.unpriced.sum(axis=2), 0.0),
        "reward": (mean_over_repeats(found, found.reward), np.nan),
        "cost": (mean_over_repeats(found, found.cost), np.nan),
        "budgeted": (np.nan, np.nan),
        "expensive": (np.nan, np.nan),
    }
    if calibration is not None:
        values = task_values(found, calibration)
        figures |= {name: (getattr(values, name), np.nan) for name in PARTS}
    return {name: _placed(values, at, shape, empty) for name, (values, empty) in figures.items()}


def _placed(
    values: float | NDArray[np.generic], at: list[int], shape: tuple[int, int], empty: float
) -> NDArray[np.float64]:
    column = np.full(shape, empty, np.float64)
    column[at] = values
    return column
