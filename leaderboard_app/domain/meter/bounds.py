"""What AMS could be if the missing episodes were there (ours)."""

from dataclasses import dataclass, replace

import numpy as np

from leaderboard_app.domain.meter.ams import ams_of_grid
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import CellState, MeterEpisodes
from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.task_values import task_values


@dataclass(frozen=True)
class Bounds:
    """AMS if all that is missing failed expensively, and if it succeeded at no cost."""

    lowest: float
    highest: float


def ams_bounds(episodes: MeterEpisodes, calibration: Calibration) -> tuple[Bounds | None, ...]:
    """The bounds of each configuration that lacks an episode; None of the others, and where
    AMS would be undefined all the same (an unknown cost, a stratum without tasks)."""
    incomplete = ~episodes.complete
    lows, highs = (
        ams_of_grid(task_values(_completed(episodes, reward, cost), calibration))
        for reward, cost in ((0.0, np.inf), (1.0, 0.0))
    )
    return tuple(
        Bounds(settled(low), settled(high)) if lacks and not np.isnan(low) else None
        for lacks, low, high in zip(incomplete, lows, highs, strict=True)
    )


def _completed(episodes: MeterEpisodes, reward: float, cost: float) -> MeterEpisodes:
    """Every missing episode as if it had had this reward and cost."""
    missing = episodes.missing
    return replace(
        episodes,
        state=np.where(missing, CellState.GRADED, episodes.state).astype(np.uint8),
        reward=np.where(missing, reward, episodes.reward),
        cost=np.where(missing, cost, episodes.cost),
    )
