"""Whether an agent uses composite research once it can afford it (ours)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.escalation_path import ADAPTIVE_FAMILIES, has_composite_research
from leaderboard_app.domain.intervals import NO_INTERVAL, Interval, paired_difference
from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.resampling import Floats, Resampling
from leaderboard_app.domain.scored import ScoredEpisode
from tasks_app.domain.families import Family

Episodes = Sequence[ScoredEpisode]


@dataclass(frozen=True)
class Response:
    """``change`` in [-1, 1]; ``kind`` is adaptive, misdirected, or None without research."""

    kind: str | None
    change: Number
    interval: Interval = NO_INTERVAL


def response_kind(family: Family) -> str | None:
    """Adaptive where the family's decision calls for escalation, misdirected where it does not."""
    if not has_composite_research(family):
        return None
    return "adaptive" if family in ADAPTIVE_FAMILIES else "misdirected"


def response(
    family: Family,
    points: Mapping[str, Episodes],
    affordable: Mapping[str, bool] | None,
    resampling: Resampling,
) -> Response:
    """Composite share where the path is affordable minus where it is not, averaged over labels.

    ``points``: the family's episodes by budget label, in one order of tasks; ``affordable``: the
    labels whose budget covers the path, None where the path has no price in the cost basis of the
    track. The interval resamples tasks, the same ones at every label.
    """
    kind = response_kind(family)
    reason = _undefined(kind, points, affordable)
    if reason or affordable is None:
        return Response(kind, Number(None, 0, reason))
    rich = _composite_share([points[label] for label in points if affordable[label]])
    poor = _composite_share([points[label] for label in points if not affordable[label]])
    tasks = len(rich)
    sums = resampling.sums(family, np.stack([rich, poor])) / tasks
    change = Number(float(np.mean(rich - poor)), tasks)
    return Response(kind, change, paired_difference(sums[0], sums[1]))


def _undefined(
    kind: str | None, points: Mapping[str, Episodes], affordable: Mapping[str, bool] | None
) -> str:
    if kind is None:
        return "This family has no composite research."
    if affordable is None:
        return "The escalating path has no price in this track's cost basis."
    if any(episode.missing for episodes in points.values() for episode in episodes):
        return "Episodes are missing at one of the budget labels."
    affords = {affordable[label] for label in points}
    if affords == {True, False}:
        return ""
    return (
        "Every budget label it ran at affords the path."
        if True in affords
        else "No budget label it ran at affords the path."
    )


def _composite_share(labels: Sequence[Episodes]) -> Floats:
    """For each task the share of labels at which composite research was used."""
    used = np.array([[e.is_composite for e in episodes] for episodes in labels], np.float64)
    share: Floats = used.mean(axis=0)
    return share
