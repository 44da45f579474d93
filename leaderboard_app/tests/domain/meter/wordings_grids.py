"""A small case of descriptions: three configurations, three sources, six tasks, two repeats."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.counted import CountedEpisode, CountedEpisodes
from leaderboard_app.domain.meter.opt_values import OptSubject
from leaderboard_app.domain.meter.wordings import SourceWordings
from leaderboard_app.tests.domain.meter.grids import REWARDS, configuration
from runs_app.domain.episode import Track

TASKS = ("t0", "t1", "t2", "t3", "t4", "t5")
KEYS = ("model-a x cli", "model-b x cli", "model-c x cli")
ABSENT = "model-z x cli"
"""A source that is no configuration of the grid."""

SOURCES = (*KEYS[:2], ABSENT)
WORDINGS = SourceWordings(
    tasks={
        KEYS[0]: frozenset(TASKS),
        KEYS[1]: frozenset(TASKS),
        ABSENT: frozenset(TASKS[:4]),
    },
    kept={KEYS[1]: frozenset(TASKS[:1])},
)
"""Two tasks have two sources only, and on one the original was kept for model-b."""

REPEATS = 2
SEED = 20


def episode(place: int, description: str, task: str, repeat: int, draw) -> CountedEpisode:
    reward = draw.choice(REWARDS)
    return CountedEpisode(
        configuration=place,
        description=description,
        task_id=task,
        repeat=repeat,
        run_id=f"run {place} {description} {repeat}",
        status="completed",
        reward=reward,
        cost=draw.choice((0.5, 1.0, 1.5, 2.0, 4.0)),
        steps=draw.randint(3, 20),
        total_tokens=draw.randint(1000, 9000),
        input_tokens=None,
        cached_input_tokens=None,
        cache_creation_tokens=None,
        output_tokens=None,
        cost_usd=None,
    )


@cache
def counted(seed: int = 53) -> CountedEpisodes:
    """Everybody under every wording that there is, and under the original and the generic one."""
    draw = random.Random(seed)
    given = dict.fromkeys(("original", "generic"), TASKS)
    given |= {
        source: tuple(
            t for t in TASKS if t in WORDINGS.tasks[source] - WORDINGS.kept.get(source, set())
        )
        for source in SOURCES
    }
    episodes = [
        episode(place, description, task, repeat, draw)
        for place in range(len(KEYS))
        for description, tasks in given.items()
        for task in tasks
        for repeat in range(1, REPEATS + 1)
    ]
    named = [configuration(*key.split(" x "), place + 1) for place, key in enumerate(KEYS)]
    repeats = {(place, name): REPEATS for place in range(len(KEYS)) for name in given}
    return CountedEpisodes(TASKS, tuple(named), repeats, tuple(episodes), {}, WORDINGS)


def without(found: CountedEpisodes, **facts) -> CountedEpisodes:
    """The same but for the episodes with these facts."""
    kept = [e for e in found.episodes if any(getattr(e, n) != v for n, v in facts.items())]
    return replace(found, episodes=tuple(kept))


def without_cost(found: CountedEpisodes, **facts) -> CountedEpisodes:
    """The same, the costs of the episodes with these facts unknown."""
    changed = [
        e if any(getattr(e, n) != v for n, v in facts.items()) else e._replace(cost=None)
        for e in found.episodes
    ]
    return replace(found, episodes=tuple(changed))


def calibration(seed: int = 53) -> Calibration:
    return calibrate(counted(seed).reference())


def of_sources(found: CountedEpisodes, sources: Sequence[str]) -> CountedEpisodes:
    """The same, as if there were descriptions of these sources only."""
    tasks = {source: WORDINGS.tasks[source] for source in sources}
    return replace(found, wordings=SourceWordings(tasks, WORDINGS.kept))


def subject(found: CountedEpisodes, frozen: Calibration | None) -> OptSubject:
    return OptSubject(found, Track.IMPORTED, TASKS, frozen, SEED, replicates=200)
