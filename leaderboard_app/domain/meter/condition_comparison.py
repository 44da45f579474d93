"""A condition beside Original: changes, places and how far the orders agree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.intervals import NO_INTERVAL, Interval, percentile_intervals
from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.meter.conditions import ConditionScores
from leaderboard_app.domain.meter.episodes import Truth
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.numbers import number
from leaderboard_app.domain.meter.rank_agreement import Agreements, agreements, places
from leaderboard_app.domain.resampling import Floats

IS_ORIGINAL = "Original is what the others are compared with."
NOT_BOTH = "It is not known under both conditions."
TOO_FEW = "It takes two configurations that are whole under both conditions."
ALL_EQUAL = "All configurations have the same AMS."
NOBODY = "No configuration has it under this condition."


@dataclass(frozen=True, eq=False)
class Compared:
    """``scores`` of a condition beside those of ``original``; an array holds one value a
    configuration."""

    original: ConditionScores
    scores: ConditionScores

    @property
    def is_original(self) -> bool:
        return self.scores.condition is Condition.ORIGINAL

    @cached_property
    def common(self) -> Truth:
        """Who is whole under both."""
        return self.original.placed & self.scores.placed

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """1 + the number of higher AMS among those placed; 0 without a place."""
        return _places(self.scores.ams, self.scores.placed)

    @cached_property
    def shifts(self) -> NDArray[np.intp]:
        """How many places lower than under Original, among those placed in both."""
        now, before = (_places(one.ams, self.common) for one in (self.scores, self.original))
        return np.asarray(now - before)

    @cached_property
    def ams_intervals(self) -> list[Interval]:
        return _intervals(self.scores.samples, self.scores.placed)

    @cached_property
    def change_samples(self) -> Floats:
        """Configurations x draws: in each replicate the same resampled tasks; the assignments of
        Adapted-1 have no replicate of Original beside them, and are compared with its value."""
        if self.scores.condition is Condition.ADAPTED_1:
            return np.asarray(self.scores.samples - self.original.ams[:, None])
        return np.asarray(self.scores.samples - self.original.samples)

    @cached_property
    def change_intervals(self) -> list[Interval]:
        return _intervals(self.change_samples, self.common)

    def change(self, figure: str, row: int) -> Number:
        """Of ``ams`` or ``reward`` of one configuration."""
        value = getattr(self.scores, figure)[row] - getattr(self.original, figure)[row]
        return _NONE if self.is_original else number(float(value), 1, NOT_BOTH)

    def macro(self, figure: str) -> tuple[Number, Interval]:
        """The mean of ``ams`` or ``reward`` over those who are whole, with its interval."""
        rows = self._whole(self.scores, figure)
        reasons = getattr(self.scores, f"{figure}_reasons")
        found = _mean(getattr(self.scores, figure)[rows], next(filter(None, reasons), NOBODY))
        return found, _mean_interval(self.scores.samples[rows]) if figure == "ams" else NO_INTERVAL

    def macro_change(self, figure: str) -> tuple[Number, Interval]:
        """The mean change over those who are whole under both."""
        if self.is_original:
            return _NONE, NO_INTERVAL
        rows = self._whole(self.scores, figure) & self._whole(self.original, figure)
        change = getattr(self.scores, figure)[rows] - getattr(self.original, figure)[rows]
        interval = _mean_interval(self.change_samples[rows]) if figure == "ams" else NO_INTERVAL
        return _mean(change, NOT_BOTH), interval

    def agreement(self) -> dict[str, Number]:
        """Spearman, Kendall and the largest shift of the order with that of Original."""
        n = int(self.common.sum())
        if self.is_original or n < 2:
            reason = IS_ORIGINAL if self.is_original else TOO_FEW
            return dict.fromkeys(Agreements._fields, Number(None, n, reason))
        found = self._agreements(self.scores.ams[:, None])
        return {
            name: number(float(values[0]), n, ALL_EQUAL) for name, values in found._asdict().items()
        }

    def draws_agreements(self) -> Agreements:
        """The same in each draw of ``samples``; for two configurations or more."""
        return self._agreements(self.scores.samples)

    def _agreements(self, scores: Floats) -> Agreements:
        return agreements(self.original.ams[self.common], scores[self.common])

    def _whole(self, scores: ConditionScores, figure: str) -> Truth:
        known = ~np.isnan(getattr(scores, figure))
        return np.asarray(known & (scores.counted == scores.promised))


_NONE = Number(None, 0, IS_ORIGINAL)


def _places(ams: Floats, rows: Truth) -> NDArray[np.intp]:
    found = np.zeros(len(ams), np.intp)
    if rows.any():
        found[rows] = places(ams[rows, None])[:, 0].astype(np.intp)
    return found


def _intervals(samples: Floats, rows: Truth) -> list[Interval]:
    """The interval of each row; none of those that are not among ``rows``."""
    found = iter(percentile_intervals(samples[rows]))
    return [next(found) if is_there else NO_INTERVAL for is_there in rows]


def _mean(values: Floats, reason: str) -> Number:
    value = float(values.mean()) if len(values) else float("nan")
    return number(value, len(values), reason)


def _mean_interval(samples: Floats) -> Interval:
    return percentile_intervals(samples.mean(axis=0)[None])[0] if len(samples) else NO_INTERVAL
