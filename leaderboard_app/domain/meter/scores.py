"""The scores of each configuration of a grid, under one frozen calibration.

AMS = mean over the strata of (alpha TQ_g + (1 - alpha) AUBQC_g) * (1 - lambda EFR_g).
AgentMeter (arXiv 2606.21140v2). An unknown cost is not 0 USD: such a configuration has no AMS.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.ams import (
    StratumSamples,
    every_task_once,
    mean_of_strata,
    stratum_samples,
    stratum_score,
)
from leaderboard_app.domain.meter.bounds import Bounds, ams_bounds
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.configuration import Configuration
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.numbers import NOTHING_COUNTS, number
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.tallies import Tally, tallies
from leaderboard_app.domain.meter.task_values import TaskValues, expensive, task_values
from leaderboard_app.domain.resampling import Floats

NOT_CALIBRATED = "The bundle is not calibrated yet."


@dataclass(frozen=True)
class StratumScore:
    """One configuration in one stratum. ``efr`` is a share of its episodes: ``failures`` has
    its counts, which give it where none is missing."""

    tq: Number
    aubqc: Number
    efr: Number
    failures: Rate
    score: Number
    passes: Rate


@dataclass(frozen=True)
class ConfigurationScore:
    """``strata`` is empty where there is no calibration; ``bounds``: see ``ams_bounds``."""

    configuration: Configuration
    repeats: int
    ams: Number
    strata: Mapping[Stratum, StratumScore]
    bounds: Bounds | None
    tally: Tally

    @property
    def key(self) -> str:
        return self.configuration.key

    @property
    def is_complete(self) -> bool:
        return self.tally.coverage.numerator == self.tally.coverage.denominator

    @property
    def unranked_reason(self) -> str | None:
        """Why this configuration has no rank; None where it has one."""
        missing = self.tally.coverage.denominator - self.tally.coverage.numerator
        if missing:
            return f"{missing} of {self.tally.coverage.denominator} episodes are missing."
        return self.ams.reason if self.ams.value is None else None


def scores(
    episodes: MeterEpisodes,
    calibration: Calibration | None,
    unpriced_reasons: Mapping[str, str] | None = None,
) -> tuple[ConfigurationScore, ...]:
    """One score for each configuration, in order; without a calibration there is no AMS.

    ``unpriced_reasons``: by key, why episodes have no cost. NotComparable: a task that the
    calibration does not know.
    """
    if calibration is None:
        return _uncalibrated(episodes)
    reasons = unpriced_reasons or {}
    strata = _strata(episodes, calibration)
    bounds = ams_bounds(episodes, calibration)
    return tuple(
        ConfigurationScore(
            configuration=one,
            repeats=episodes.repeats[row],
            ams=_ams(strata, row, _unpriced(tally, reasons.get(one.key))),
            strata={name: figures.score(row) for name, figures in strata.items()},
            bounds=bounds[row],
            tally=tally,
        )
        for row, (one, tally) in enumerate(
            zip(episodes.configurations, tallies(episodes), strict=True)
        )
    )


def _uncalibrated(episodes: MeterEpisodes) -> tuple[ConfigurationScore, ...]:
    nothing = Number(None, 0, NOT_CALIBRATED)
    rows = zip(episodes.configurations, episodes.repeats, tallies(episodes), strict=True)
    return tuple(
        ConfigurationScore(one, repeats, nothing, {}, None, tally) for one, repeats, tally in rows
    )


@dataclass(frozen=True)
class _StratumFigures:
    """All configurations in one stratum; each array holds one figure of each."""

    stratum: Stratum
    tasks: int
    without: NDArray[np.int_]
    unpriced: NDArray[np.int_]
    graded: NDArray[np.int_]
    passed: NDArray[np.int_]
    failed: NDArray[np.int_]
    parts: StratumSamples
    scores: Floats

    def score(self, row: int) -> StratumScore:
        n, reason = int(self.graded[row]), self.reason(row)
        tq, aubqc, efr = (float(part[row, 0]) for part in self.parts)
        return StratumScore(
            tq=number(tq, n, self.missing_reason(row)),
            aubqc=number(aubqc, n, reason),
            efr=number(efr, n, reason),
            failures=Rate(int(self.failed[row]), n, NOTHING_COUNTS),
            score=number(float(self.scores[row]), n, reason),
            passes=Rate(int(self.passed[row]), n, NOTHING_COUNTS),
        )

    def reason(self, row: int) -> str:
        """Why the stratum has no score; empty where it has one."""
        if not self.missing_reason(row) and self.unpriced[row]:
            return f"The cost of {self.unpriced[row]} of {self.graded[row]} episodes is unknown."
        return self.missing_reason(row)

    def missing_reason(self, row: int) -> str:
        if not self.tasks:
            return f"There are no {self.stratum} tasks in this set."
        without = self.without[row]
        return f"{without} of {self.tasks} {self.stratum} tasks lack an episode." * bool(without)


def _strata(episodes: MeterEpisodes, calibration: Calibration) -> Mapping[Stratum, _StratumFigures]:
    values = task_values(episodes, calibration)
    failures = expensive(episodes, calibration)
    return {name: _figures(episodes, values, failures, name) for name in Stratum}


def _figures(
    episodes: MeterEpisodes, values: TaskValues, failures: NDArray[np.bool_], name: Stratum
) -> _StratumFigures:
    columns = values.columns[name]
    parts = stratum_samples(values, name, every_task_once(values))
    graded = episodes.graded[:, columns]
    return _StratumFigures(
        stratum=name,
        tasks=len(columns),
        without=(~graded.any(axis=2)).sum(axis=1),
        unpriced=episodes.unpriced[:, columns].sum(axis=(1, 2)),
        graded=graded.sum(axis=(1, 2)),
        passed=episodes.passed[:, columns].sum(axis=(1, 2)),
        failed=failures[:, columns].sum(axis=(1, 2)),
        parts=parts,
        scores=stratum_score(parts, values.parameters)[:, 0],
    )


def _ams(strata: Mapping[Stratum, _StratumFigures], row: int, unpriced: str) -> Number:
    value = mean_of_strata([figures.scores for figures in strata.values()])[row]
    graded = sum(int(figures.graded[row]) for figures in strata.values())
    lacking = (figures.missing_reason(row) for figures in strata.values())
    return number(float(value), graded, next(filter(None, lacking), unpriced))


def _unpriced(tally: Tally, why: str | None) -> str:
    count = f"The cost of {tally.unpriced} of {tally.passes.denominator} episodes is unknown"
    return f"{count}: {why.rstrip('.')}." if why else f"{count}."
