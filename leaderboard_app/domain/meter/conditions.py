"""AMS and reward of configurations under each condition of AgentMeter-Opt.

A condition gives each configuration and task weights over wordings, which add up to 1. Its values
of a task (reward, reward within budgets, expensive failure) are the weighted means of those under
the wordings; AMS is then computed of them as ever, under the calibration of Full (ours). Cross is
the mean of what a configuration scores on each other source's descriptions alone (ours), where
Cross-only mixes these task by task. Source: AgentMeter (arXiv 2606.21140v2), AgentMeter-Opt.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.meter.ams import Weights, ams, every_task_once
from leaderboard_app.domain.meter.condition_reasons import Needs, ams_reasons, reward_reasons
from leaderboard_app.domain.meter.episodes import Truth
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.numbers import DECIMALS
from leaderboard_app.domain.meter.opt_values import PARTS, SHARED, OptValues
from leaderboard_app.domain.meter.task_values import TaskValues
from leaderboard_app.domain.resampling import Floats


@dataclass(frozen=True, eq=False)
class Mixing:
    """``weights``: wordings x configurations x tasks; of a task they add up to 1, or are all 0
    where no wording is there. ``applies``: whether it is for a configuration at all."""

    weights: Floats
    applies: Truth


@dataclass(frozen=True, eq=False)
class ConditionScores:
    """One condition; a value a configuration, NaN where undefined for the reason at its place.

    ``samples``: AMS in each replicate of the bootstrap, of Adapted-1 in each assignment.
    ``counted`` of ``promised`` episodes are there.
    """

    condition: Condition
    ams: Floats
    reward: Floats
    samples: Floats
    counted: Floats
    promised: Floats
    ams_reasons: tuple[str, ...]
    reward_reasons: tuple[str, ...]

    @property
    def placed(self) -> Truth:
        """Which configurations may be compared: with an AMS, and nothing missing."""
        return np.asarray((self.counted == self.promised) & ~np.isnan(self.ams))


def condition_scores(values: OptValues, condition: Condition) -> ConditionScores:
    """KeyError: Adapted-1, which weights nothing but draws."""
    return scores_of(values, condition, MIXINGS[condition](values))


def scores_of(
    values: OptValues, condition: Condition, mixings: Sequence[Mixing]
) -> ConditionScores:
    """The mean of what each configuration scores by the mixings that apply to it."""
    found = [_mixed(values, mixing.weights) for mixing in mixings]
    applies = np.stack([mixing.applies for mixing in mixings])
    replicates = {name: values.resampled.counts[name] for name in values.columns}
    needs = _needs(mixings)
    return ConditionScores(
        condition=condition,
        ams=_mean_of([_ams(values, one, every_task_once(one))[:, 0] for one in found], applies),
        reward=_mean_of([one.reward.mean(axis=1) for one in found], applies),
        samples=_mean_of([_ams(values, one, replicates) for one in found], applies),
        counted=needs.total(values, "counted"),
        promised=needs.total(values, "promised"),
        ams_reasons=tuple(ams_reasons(values, needs, condition)),
        reward_reasons=tuple(reward_reasons(values, needs, condition)),
    )


def source_mixing(values: OptValues, source: int) -> Mixing:
    """Everybody on the descriptions of one source."""
    weights = _nothing(values)
    weights[len(SHARED) + source] = values.has_text[source]
    return Mixing(weights, np.ones(len(values.keys), bool))


def _shared(wording: int) -> Callable[[OptValues], list[Mixing]]:
    def mixings(values: OptValues) -> list[Mixing]:
        weights = _nothing(values)
        weights[wording] = 1
        return [Mixing(weights, np.ones(len(values.keys), bool))]

    return mixings


def _self(values: OptValues) -> list[Mixing]:
    return [_among_sources(values, values.own)]


def _pooled(values: OptValues) -> list[Mixing]:
    return [_among_sources(values, np.ones_like(values.own))]


def _cross_only(values: OptValues) -> list[Mixing]:
    return [_among_sources(values, ~values.own)]


def _cross(values: OptValues) -> list[Mixing]:
    """One for each other source; where there is no source at all, one that applies to nobody."""
    if not values.sources:
        return [Mixing(_nothing(values), np.zeros(len(values.keys), bool))]
    return [
        Mixing(source_mixing(values, source).weights, ~values.own[source])
        for source in range(len(values.sources))
    ]


MIXINGS: Mapping[Condition, Callable[[OptValues], list[Mixing]]] = {
    Condition.ORIGINAL: _shared(0),
    Condition.SELF: _self,
    Condition.CROSS: _cross,
    Condition.POOLED: _pooled,
    Condition.CROSS_ONLY: _cross_only,
    Condition.GENERIC: _shared(1),
}


def _needs(mixings: Sequence[Mixing]) -> Needs:
    applying = [(one.weights > 0) & one.applies[:, None] for one in mixings]
    textless = [one.applies[:, None] & ~one.weights.any(axis=0) for one in mixings]
    return Needs(
        applies=np.any([one.applies for one in mixings], axis=0),
        needed=np.any(applying, axis=0),
        textless=np.any(textless, axis=0),
    )


def _among_sources(values: OptValues, given: Truth) -> Mixing:
    """Equal weights over the sources of a task that are ``given`` (sources x configurations)."""
    weights = _nothing(values)
    there = given[:, :, None] & values.has_text[:, None, :]
    weights[len(SHARED) :] = there / np.maximum(there.sum(axis=0), 1)
    return Mixing(weights, np.asarray(given.any(axis=0)))


def _nothing(values: OptValues) -> Floats:
    return np.zeros((len(values.wordings), len(values.keys), len(values.task_ids)))


def _mixed(values: OptValues, weights: Floats) -> TaskValues:
    """Weighted means of the parts of AMS; NaN where one of the wordings is undefined or none is
    there. The columns and parameters are those of the calibration, nothing before there is one."""
    given = weights.any(axis=0)
    parts = {
        name: np.where(
            given, np.where(weights > 0, weights * values.figures[name], 0).sum(axis=0), np.nan
        )
        for name in PARTS
    }
    return TaskValues(**parts, columns=values.columns, parameters=values.parameters)


def _ams(values: OptValues, mixed: TaskValues, weights: Weights) -> Floats:
    """Configurations x draws, rounded so that equal ones are equal; undefined before there is a
    calibration."""
    if values.calibration is None:
        return np.full((len(values.keys), 1), np.nan)
    return np.asarray(np.round(ams(mixed, weights), DECIMALS))


def _mean_of(scores: Sequence[Floats], applies: Truth) -> Floats:
    """The mean of the scores that apply to a configuration; NaN where none does."""
    stacked = np.stack(scores)
    mask = applies.reshape(applies.shape + (1,) * (stacked.ndim - 2))
    count = mask.sum(axis=0)
    total = np.where(mask, stacked, 0).sum(axis=0)
    return np.asarray(np.round(np.where(count > 0, total / np.maximum(count, 1), np.nan), DECIMALS))
