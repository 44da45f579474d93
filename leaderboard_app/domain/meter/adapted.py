"""Adapted-1: every task in the wording of one source that is drawn at random, for everybody alike.

How often each configuration is then first. AgentMeter (arXiv 2606.21140v2), AgentMeter-Opt.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.ams import ams
from leaderboard_app.domain.meter.conditions import ConditionScores
from leaderboard_app.domain.meter.episodes import Truth
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.numbers import DECIMALS
from leaderboard_app.domain.meter.opt_values import PARTS, OptValues
from leaderboard_app.domain.meter.task_values import TaskValues
from leaderboard_app.domain.resampling import Floats

ASSIGNMENTS = 10_000
CHUNK_CELLS = 4_000_000
"""Assignments x sources x tasks worked on at a time."""

Assignments = NDArray[np.intp]
"""Assignments x tasks: the place of the source whose wording a task has."""


@dataclass(frozen=True, eq=False)
class Firsts:
    """``counts``: in how many of ``assignments`` nobody has a higher AMS, one a configuration;
    several are first where they are equal, which is so in ``shared``."""

    counts: NDArray[np.intp]
    shared: int
    assignments: int


def assignments(has_text: Truth, seed: int, count: int = ASSIGNMENTS) -> Assignments:
    """For each task one of the sources that have a text of it, each as likely as the others.

    ``has_text``: sources x tasks, at least one source for each task. Equal seeds, equal draws.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = np.empty((count, has_text.shape[1]), np.intp)
    for task in range(has_text.shape[1]):
        sources = np.flatnonzero(has_text[:, task])
        drawn[:, task] = sources[generator.integers(0, len(sources), count)]
    return drawn


def adapted_scores(
    values: OptValues, pooled: ConditionScores, drawn: Assignments
) -> ConditionScores:
    """AMS and reward in the mean over assignments, for whoever has all that ``pooled`` needs;
    ``samples``: AMS in each assignment."""
    is_whole = pooled.counted == pooled.promised
    samples = np.where(is_whole[:, None], assigned_ams(values, drawn), np.nan)
    return replace(
        pooled,
        condition=Condition.ADAPTED_1,
        ams=np.round(samples.mean(axis=1), DECIMALS),
        reward=np.where(is_whole, _mean_reward(values, drawn), np.nan),
        samples=samples,
    )


def assigned_ams(values: OptValues, drawn: Assignments) -> Floats:
    """AMS of each configuration in each assignment; NaN before there is a calibration, and where
    a value under one of the sources is."""
    if values.calibration is None:
        return np.full((len(values.keys), len(drawn)), np.nan)
    cells = _cells_as_tasks(values)
    found = [
        ams(cells, {name: chosen[:, cells.columns[name]] for name in cells.columns})
        for chosen in _chosen(drawn, len(values.sources))
    ]
    return np.asarray(np.round(np.concatenate(found, axis=1), DECIMALS))


def firsts(samples: Floats, placed: Truth) -> Firsts:
    """Who is first how often among those who are ``placed``; ``samples``: AMS, configurations x
    assignments."""
    compared = np.where(placed[:, None], samples, -np.inf)
    first = placed[:, None] & (compared == compared.max(axis=0, initial=-np.inf))
    return Firsts(first.sum(axis=1), int((first.sum(axis=0) > 1).sum()), samples.shape[1])


def _mean_reward(values: OptValues, drawn: Assignments) -> Floats:
    """Mean over assignments and tasks."""
    places = np.arange(len(values.sources))
    shares = (drawn[None] == places[:, None, None]).mean(axis=1)
    rewards = np.where(values.has_text[:, None, :], values.of_sources("reward"), 0)
    return np.asarray(np.round((shares[:, None, :] * rewards).sum(axis=0).mean(axis=1), DECIMALS))


def _cells_as_tasks(values: OptValues) -> TaskValues:
    """Each task in the wording of each source as a task of its own, of which an assignment takes
    some; configurations x (sources x tasks). What has no text is 0, and never taken."""
    sources, tasks = values.has_text.shape
    parts = {
        name: np.where(values.has_text[:, None, :], values.of_sources(name), 0)
        .transpose(1, 0, 2)
        .reshape(len(values.keys), sources * tasks)
        for name in PARTS
    }
    columns = {
        name: (np.arange(sources)[:, None] * tasks + places).ravel()
        for name, places in values.columns.items()
    }
    return TaskValues(**parts, columns=columns, parameters=values.parameters)


def _chosen(drawn: Assignments, sources: int) -> Iterator[NDArray[np.uint8]]:
    """Some assignments at a time: assignments x (sources x tasks), 1 where a task has a source."""
    size = max(1, CHUNK_CELLS // max(1, sources * drawn.shape[1]))
    places = np.arange(sources)[:, None]
    for start in range(0, len(drawn), size):
        part = drawn[start : start + size, None, :] == places
        yield part.reshape(len(part), -1).astype(np.uint8)
