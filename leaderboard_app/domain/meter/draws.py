"""Resampled tasks of a grid: with replacement within each stratum, the calibration held fixed."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.task_values import Places, stratum_columns
from leaderboard_app.domain.resampling import REPLICATES, multiplicities

EVERY_TASK = "all"
"""The one group of tasks before there are strata."""


@dataclass(frozen=True, eq=False)
class TaskDraws:
    """``columns``: places of the tasks of each group; ``counts``: how often each of them is drawn,
    replicates x tasks. Groups are the strata; without a calibration all tasks are one."""

    columns: Mapping[str, Places]
    counts: Mapping[str, NDArray[np.uint8]]
    replicates: int


def draws(
    episodes: MeterEpisodes,
    calibration: Calibration | None,
    seed: int,
    replicates: int = REPLICATES,
) -> TaskDraws:
    """One resampling for all rows of a grid: every comparison is paired."""
    columns = _columns(episodes, calibration)
    generator = np.random.Generator(np.random.PCG64(seed))
    counts = {
        name: multiplicities(generator, replicates, len(places)) for name, places in columns.items()
    }
    return TaskDraws(columns, counts, replicates)


def _columns(episodes: MeterEpisodes, calibration: Calibration | None) -> Mapping[str, Places]:
    if calibration is None:
        return {EVERY_TASK: np.arange(len(episodes.task_ids))}
    found = stratum_columns(episodes, calibration)
    return {name.value: places for name, places in found.items()}
