"""How fast grids of configurations are scored: calibration, scores and bootstrap, and sliders.

    .venv/bin/python -m benchmarks.meter

Prints seconds, the goals, and how many times as fast they are as a plain Python loop in the same
session (its bootstrap computes AMS alone). Needs neither database nor broker.
"""

import os
import random
from statistics import fmean
from typing import Any

# One thread, as in a worker process: on a busy machine more of them wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from benchmarks.timing import seconds
from leaderboard_app.domain.meter.adapted import assigned_ams, assignments, firsts
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.configuration import configurations
from leaderboard_app.domain.meter.draws import draws
from leaderboard_app.domain.meter.episodes import MeterCell, MeterEpisodes, meter_episodes
from leaderboard_app.domain.meter.grid import GridFrame, grid_payload
from leaderboard_app.domain.meter.opt_values import PARTS, SHARED, OptValues
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import task_values
from leaderboard_app.domain.resampling import REPLICATES
from leaderboard_app.domain.rows import BoardAgent
from runs_app.domain.episode import AgentSpec, Track

REPEATS = 3
SOURCES = 4
USUAL, LARGE = (28, 80), (200, 1000)
USUAL_GOAL, LARGE_GOAL, SLIDER_GOAL, ADAPTED_GOAL = 2.0, 20.0, 0.15, 1.0  # seconds
LOOP_REPLICATES = 20
MOVED = Parameters(alpha=0.7, lambda_=0.5, effort_weights=(2, 1, 1))


def main() -> None:
    usual = made_episodes(*USUAL)
    grid = seconds(lambda: published(usual))
    loop = seconds(lambda: loop_of(usual, LOOP_REPLICATES), times=1) * REPLICATES / LOOP_REPLICATES
    report(f"{title(USUAL)}, {REPLICATES} replicates", grid, USUAL_GOAL)
    print(f"  a Python loop, AMS alone: {loop:.1f} s, {loop / grid:.0f} times as slow")
    slider = seconds(lambda: scores(usual, calibrate(usual, MOVED)))
    points = seconds(lambda: loop_scores(usual, calibrate(usual, MOVED)), times=2)
    report(f"{title(USUAL)}, a slider moved", slider, SLIDER_GOAL)
    print(f"  a Python loop, AMS alone: {points:.3f} s, {points / slider:.1f} times as slow")
    described = made_values(usual)
    adapted = seconds(lambda: adapted_firsts(described))
    report(f"{title(USUAL)}, {REPLICATES} assignments of {SOURCES} sources", adapted, ADAPTED_GOAL)
    large = made_episodes(*LARGE)
    whole = seconds(lambda: published(large), times=1)
    report(f"{title(LARGE)}, {REPLICATES} replicates", whole, LARGE_GOAL)


def title(size: tuple[int, int]) -> str:
    return f"{size[0]} configurations x {size[1]} tasks x {REPEATS} repeats"


def report(what: str, took: float, goal: float) -> None:
    print(f"{what}: {took:.3f} s")
    print(f"  goal {goal} s: {'met' if took <= goal else 'missed'}")


def published(episodes: MeterEpisodes) -> Any:
    """Calibration, scores, intervals, ranks, curves: a grid as it is published."""
    calibration = calibrate(episodes)
    frame = GridFrame(
        bundle={"name": "made", "version": "1", "ref": "made@1"},
        track=Track.IMPORTED.value,
        task_set="full",
        condition="original",
        pricing={"rule": "reported", "book": None, "book_digest": None},
        calibration=calibration,
        calibration_ref={"version": 1, "digest": calibration.digest},
        unpriced={},
    )
    return grid_payload(frame, episodes, seed=1)


def loop_of(episodes: MeterEpisodes, replicates: int) -> list[list[float]]:
    """AMS of each configuration in each replicate, as one would write it first."""
    calibration = calibrate(episodes)
    generator = random.Random(1)
    tasks = tasks_by_stratum(episodes, calibration)
    found_of = measures(episodes, calibration)
    found = []
    for _ in range(replicates):
        drawn = {name: generator.choices(ids, k=len(ids)) for name, ids in tasks.items()}
        found.append([ams_of(found_of, key, drawn, calibration) for key in episodes.keys])
    return found


def loop_scores(episodes: MeterEpisodes, calibration: Calibration) -> list[float]:
    found_of = measures(episodes, calibration)
    tasks = tasks_by_stratum(episodes, calibration)
    return [ams_of(found_of, key, tasks, calibration) for key in episodes.keys]


def adapted_firsts(values: OptValues) -> Any:
    """Who is first how often when each task gets the wording of a random source."""
    drawn = assignments(values.has_text, seed=1, count=REPLICATES)
    return firsts(assigned_ams(values, drawn), np.ones(len(values.keys), bool))


def made_values(episodes: MeterEpisodes) -> OptValues:
    """The values of a grid under each wording, of which those of the sources are it, permuted."""
    calibration = calibrate(episodes)
    values = task_values(episodes, calibration)
    rows = [np.roll(np.arange(len(episodes.keys)), by) for by in range(len(SHARED) + SOURCES)]
    everywhere = np.ones((SOURCES, len(episodes.task_ids)), bool)
    return OptValues(
        configurations=episodes.configurations,
        task_ids=episodes.task_ids,
        sources=tuple(f"source {number}" for number in range(SOURCES)),
        has_text=everywhere,
        kept=~everywhere,
        own=np.zeros((SOURCES, len(episodes.keys)), bool),
        figures={name: np.stack([getattr(values, name)[row] for row in rows]) for name in PARTS},
        calibration=calibration,
        resampled=draws(episodes, calibration, seed=1, replicates=1),
    )


def tasks_by_stratum(episodes: MeterEpisodes, calibration: Calibration) -> dict[Stratum, list[str]]:
    return {
        name: [task for task in episodes.task_ids if calibration.stratum_of[task] is name]
        for name in Stratum
    }


Measured = dict[tuple[str, str], list[tuple[float, float, bool]]]
"""(configuration, task): reward, mean reward within budgets and whether it is a dear failure."""


def measures(episodes: MeterEpisodes, calibration: Calibration) -> Measured:
    rewards, costs = episodes.reward.tolist(), episodes.cost.tolist()
    return {
        (key, task): [
            measure(reward, cost, calibration, task)
            for reward, cost in zip(rewards[row][column], costs[row][column], strict=True)
        ]
        for row, key in enumerate(episodes.keys)
        for column, task in enumerate(episodes.task_ids)
    }


def measure(
    reward: float, cost: float, calibration: Calibration, task: str
) -> tuple[float, float, bool]:
    stratum = calibration.strata[calibration.stratum_of[task]]
    within = fmean(cost <= budget for budget in stratum.budgets)
    dear = stratum.threshold is not None and cost > stratum.threshold
    return reward, reward * within, reward == 0 and dear


def ams_of(
    found: Measured, key: str, tasks: dict[Stratum, list[str]], calibration: Calibration
) -> float:
    alpha, weight = calibration.parameters.alpha, calibration.parameters.lambda_
    by_stratum = []
    for ids in tasks.values():
        episodes = [one for task in ids for one in found[key, task]]
        tq, aubqc, efr = (fmean(part) for part in zip(*episodes, strict=True))
        by_stratum.append((alpha * tq + (1 - alpha) * aubqc) * (1 - weight * efr))
    return fmean(by_stratum)


def made_episodes(rows: int, tasks: int) -> MeterEpisodes:
    generator = random.Random(7)
    agents = [
        BoardAgent(n, AgentSpec(f"agent {n}", Track.IMPORTED, f"model {n % 7}", f"cli {n // 7}"))
        for n in range(rows)
    ]
    named = configurations(agents)
    ids = [f"t{number:04d}" for number in range(tasks)]
    cells = [
        made_cell(one.key, task, repeat + 1, generator)
        for one in named
        for task in ids
        for repeat in range(REPEATS)
    ]
    return meter_episodes(named, ids, REPEATS, cells)


def made_cell(key: str, task: str, repeat: int, generator: random.Random) -> MeterCell:
    tokens = generator.randint(20_000, 400_000)
    return MeterCell(
        configuration=key,
        task_id=task,
        repeat=repeat,
        reward=generator.choice((0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 1.0)),
        cost=round(tokens * generator.uniform(1, 3) / 1e6, 6),
        tokens=tokens,
        steps=generator.randint(4, 60),
        run_id=f"run of {key}",
        status="completed",
    )


if __name__ == "__main__":
    main()
