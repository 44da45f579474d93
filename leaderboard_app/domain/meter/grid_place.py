"""Where a grid stands among those of a bundle, and the episodes that it is of."""

from dataclasses import dataclass

from leaderboard_app.domain.meter.boards import MeterSubject
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.grid_conditions import EPISODES_OF, Condition
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet


@dataclass(frozen=True)
class GridPlace:
    """Which grid of a bundle."""

    track: Track
    task_set: TaskSet
    condition: Condition


def grid_episodes(subject: MeterSubject, at: GridPlace) -> MeterEpisodes:
    """The episodes of a grid. KeyError: a set or a condition that ``subject`` does not have."""
    episodes = EPISODES_OF[at.condition](subject.counted, at.track)
    return episodes.select(tasks=subject.sets[at.task_set])
