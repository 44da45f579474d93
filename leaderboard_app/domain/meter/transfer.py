"""Whether a description made from one configuration's trajectories helps another one.

A transfer is effective on a task when reward rises, or stays and cost falls, against the original
wording; the share is over tasks. AgentMeter (arXiv 2606.21140v2), AgentMeter-Opt.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.episodes import Truth
from leaderboard_app.domain.meter.numbers import number
from leaderboard_app.domain.meter.opt_values import SHARED, OptValues
from leaderboard_app.domain.meter.task_values import PRICE_TOLERANCE
from leaderboard_app.domain.resampling import Floats

SAME = 1e-9
"""Mean rewards or relative costs that are no further apart are the same."""

NOTHING_TO_COMPARE = "On no task are both wordings known well enough to compare them."


@dataclass(frozen=True)
class Transfer:
    """Configuration ``target`` (a key) on the descriptions of ``source`` (a source key).

    ``effective`` over the tasks that can be compared: reward ``rises``, or stays and is
    ``cheaper``. ``unknown``: an episode or a cost that decides is missing; ``kept``: the
    original was kept, so that nothing was transferred. The changes are means over tasks.
    """

    source: str
    target: str
    is_own: bool
    effective: Rate
    rises: int
    cheaper: int
    unknown: int
    kept: int
    reward_change: Number
    cost_change: Number


def transfers(values: OptValues) -> Iterator[Transfer]:
    """By source, then by target."""
    for source in range(len(values.sources)):
        for target in range(len(values.keys)):
            yield _transfer(values, source, target)


def overall(found: Iterable[Transfer]) -> Rate:
    """All tasks of some transfers together."""
    rates = [one.effective for one in found]
    return Rate(
        sum(rate.numerator for rate in rates),
        sum(rate.denominator for rate in rates),
        NOTHING_TO_COMPARE,
    )


@dataclass(frozen=True, eq=False)
class _Comparison:
    """The tasks that a source has a description of its own for, before and after."""

    reward: tuple[Floats, Floats]
    cost: tuple[Floats, Floats]

    @property
    def graded(self) -> Truth:
        return np.asarray(~np.isnan(self.reward[0]) & ~np.isnan(self.reward[1]))

    @property
    def priced(self) -> Truth:
        return np.asarray(~np.isnan(self.cost[0]) & ~np.isnan(self.cost[1]))

    @property
    def rises(self) -> Truth:
        return np.asarray(self.graded & (self.reward[1] - self.reward[0] > SAME))

    @property
    def stays(self) -> Truth:
        return np.asarray(self.graded & (np.abs(self.reward[1] - self.reward[0]) <= SAME))

    @property
    def cheaper(self) -> Truth:
        return np.asarray(self.stays & (self.cost[1] < self.cost[0] * (1 - PRICE_TOLERANCE)))


def _transfer(values: OptValues, source: int, target: int) -> Transfer:
    chosen = values.has_text[source] & ~values.kept[source]
    figures = (values.figures[name][:, target] for name in ("reward", "cost"))
    reward, cost = ((each[0][chosen], each[len(SHARED) + source][chosen]) for each in figures)
    found = _Comparison(reward, cost)
    rises, cheaper = int(found.rises.sum()), int(found.cheaper.sum())
    unknown = int((~found.graded | (found.stays & ~found.priced)).sum())
    return Transfer(
        source=values.sources[source],
        target=values.keys[target],
        is_own=bool(values.own[source, target]),
        effective=Rate(rises + cheaper, int(chosen.sum()) - unknown, NOTHING_TO_COMPARE),
        rises=rises,
        cheaper=cheaper,
        unknown=unknown,
        kept=int(values.kept[source].sum()),
        reward_change=_mean_change(*reward),
        cost_change=_mean_change(*cost),
    )


def _mean_change(before: Floats, after: Floats) -> Number:
    """Over the tasks on which both are known."""
    change = after - before
    known = change[~np.isnan(change)]
    mean = float(known.mean()) if len(known) else float("nan")
    return number(mean, len(known), NOTHING_TO_COMPARE)
