"""The effort index: how much the reference episodes of a task took, against the other tasks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.episodes import Column, MeterEpisodes
from leaderboard_app.domain.meter.parameters import STATISTICS
from tasks_app.domain.errors import Problem, Refused

Values = NDArray[np.float64]
"""One a task; NaN is unknown."""

TITLES = {"tokens": "tokens", "steps": "steps", "non_pass": "non-pass share"}
DECIMALS = 12
"""Of an effort: tasks with equal effort stay equal, whatever the last bits say."""


@dataclass(frozen=True)
class EffortPart:
    """One statistic of a task: its ``value`` and its ``rank`` in (0, 1], both None if unknown."""

    value: float | None
    rank: float | None


@dataclass(frozen=True)
class Effort:
    """``index`` in (0, 1] by task, and its parts by statistic; ``notes`` say what was dropped."""

    index: tuple[float, ...]
    parts: Mapping[str, tuple[EffortPart, ...]]
    notes: tuple[str, ...]


def effort(reference: MeterEpisodes, weights: Sequence[float]) -> Effort:
    """E_t = w1 q(median tokens) + w2 q(median steps) + w3 q(non-pass share).

    q = average rank / number of tasks (AgentMeter, arXiv 2606.21140v2; the weights are ours).
    Every task has a reference episode. A statistic unknown for all of them is dropped; a task of
    which one is unknown does without, the other weights rescaled. Refused: nothing is left.
    """
    values = _statistics(reference)
    ranks = np.array([_average_ranks(values[name]) for name in STATISTICS])
    weight = np.array(weights, np.float64)[:, None] * ~np.isnan(ranks)
    total = weight.sum(axis=0)
    if not total.all():
        raise Refused((_without_effort(reference.task_ids, total),))
    index = (weight * np.nan_to_num(ranks)).sum(axis=0) / total
    return Effort(
        index=tuple(round(float(found), DECIMALS) for found in index),
        parts={name: _parts(values[name], ranks[place]) for place, name in enumerate(STATISTICS)},
        notes=tuple(_notes(values)),
    )


def _statistics(reference: MeterEpisodes) -> dict[str, Values]:
    graded = reference.graded.sum(axis=(0, 2))
    passed = reference.passed.sum(axis=(0, 2))
    return {
        "tokens": _medians(reference.tokens),
        "steps": _medians(reference.steps),
        "non_pass": (graded - passed) / np.maximum(graded, 1),
    }


def _medians(column: Column) -> Values:
    """The median of the known figures of each task; NaN without one."""
    by_task = np.moveaxis(column, 1, 0).reshape(column.shape[1], -1)
    ordered = np.sort(by_task, axis=1)  # unknown ones come last
    known = (~np.isnan(by_task)).sum(axis=1)
    middle = np.stack([np.maximum(known - 1, 0) // 2, np.minimum(known // 2, known.clip(1) - 1)])
    found = np.take_along_axis(ordered, middle.T, axis=1)
    return np.asarray(found.sum(axis=1) / 2)


def _average_ranks(values: Values) -> Values:
    """Average rank from 1 over the number of values, both among the known ones."""
    known = ~np.isnan(values)
    ranks = np.full(values.shape, np.nan)
    if known.any():
        _, place, counts = np.unique(values[known], return_inverse=True, return_counts=True)
        ranks[known] = (np.cumsum(counts) - (counts - 1) / 2)[place] / known.sum()
    return ranks


def _parts(values: Values, ranks: Values) -> tuple[EffortPart, ...]:
    pairs = zip(values.tolist(), ranks.tolist(), strict=True)
    return tuple(
        EffortPart(None, None) if np.isnan(value) else EffortPart(value, rank)
        for value, rank in pairs
    )


def _notes(values: Mapping[str, Values]) -> Iterator[str]:
    for name in STATISTICS:
        unknown = int(np.isnan(values[name]).sum())
        title = TITLES[name].capitalize()
        if unknown == len(values[name]):
            yield f"{title} are unknown for every reference episode: effort does without."
        elif unknown:
            yield f"{title} are unknown for {unknown} tasks: their effort does without."


def _without_effort(task_ids: Sequence[str], total: Values) -> Problem:
    without = [task_id for task_id, known in zip(task_ids, total, strict=True) if not known]
    message = f"{len(without)} tasks have no known statistic with a weight: {without[0]}, ..."
    return Problem("no_effort", message, "Give the non-pass share a weight.", task_id=without[0])
