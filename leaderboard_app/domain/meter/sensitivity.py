"""What becomes of AMS and of the order by it under other parameters.

AgentMeter (arXiv 2606.21140v2), sensitivity to alpha and effort weights; the other parameters are
(ours). Nothing is stored: the frozen calibration stays what grids are scored by.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from leaderboard_app.domain.meter.ams import ams_of_grid
from leaderboard_app.domain.meter.calibrating import calibrate
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.counted import ORIGINAL, CountedEpisodes
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.numbers import DECIMALS
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.task_values import task_values
from leaderboard_app.domain.resampling import Floats
from runs_app.domain.episode import Track
from tasks_app.domain.errors import Refused

NOT_THE_SAME_RUNS = (
    "The calibration rests on runs of which some no longer count: under other effort weights or "
    "percentiles it is made anew from the episodes that count now."
)


@dataclass(frozen=True, eq=False)
class SensitivityBase:
    """What is scored again, in one track: ``episodes`` of Full under the original wording, of the
    configurations with a place there; ``left_out``: why the others have none, by key.

    ``reference``: the episodes that calibrations are made of; ``notes`` say where they differ from
    those that ``calibration`` was made of.
    """

    calibration: Calibration
    reference: MeterEpisodes
    episodes: MeterEpisodes
    left_out: dict[str, str]
    notes: tuple[str, ...]

    @cached_property
    def published(self) -> Floats:
        """AMS of each configuration as it is published."""
        return ams_under(self, self.calibration)


def sensitivity_base(
    counted: CountedEpisodes,
    calibration: Calibration,
    full: Collection[str],
    track: Track,
    reference_runs: Collection[str],
) -> SensitivityBase:
    """``full``: tasks of the full set; ``reference_runs``: ids of what ``calibration`` rests on."""
    every = counted.under(ORIGINAL, track).select(tasks=tuple(full))
    left_out = {
        score.key: score.unranked_reason
        for score in scores(every, calibration)
        if score.unranked_reason is not None
    }
    reference, notes = _reference(counted, calibration, tuple(full), set(reference_runs))
    placed = [key for key in every.keys if key not in left_out]
    episodes = every.select(configurations=placed)
    return SensitivityBase(calibration, reference, episodes, left_out, notes)


def recalibrated(base: SensitivityBase, parameters: Parameters) -> Calibration:
    """The calibration under ``parameters``: the frozen one with another alpha or lambda, or one
    made anew where strata, budgets or thresholds depend on them. Refused: see ``calibrate``."""
    frozen = base.calibration.parameters
    cut_alike = replace(parameters, alpha=frozen.alpha, lambda_=frozen.lambda_) == frozen
    if cut_alike:
        return replace(base.calibration, parameters=parameters)
    return calibrate(base.reference, parameters)


def ams_under(base: SensitivityBase, calibration: Calibration) -> Floats:
    """AMS of each configuration of ``base`` by a calibration of its tasks."""
    return np.asarray(np.round(ams_of_grid(task_values(base.episodes, calibration)), DECIMALS))


def _reference(
    counted: CountedEpisodes, calibration: Calibration, full: tuple[str, ...], runs: set[str]
) -> tuple[MeterEpisodes, tuple[str, ...]]:
    """The very episodes of the calibration if they all still count, else those that do."""
    kept = tuple(episode for episode in counted.episodes if episode.run_id in runs)
    same = replace(counted, episodes=kept).reference().select(tasks=full)
    if _is_made_of(calibration, same):
        return same, ()
    return counted.reference().select(tasks=full), (NOT_THE_SAME_RUNS,)


def _is_made_of(calibration: Calibration, reference: MeterEpisodes) -> bool:
    try:
        again = calibrate(reference, calibration.parameters)
    except Refused:
        return False
    return (again.tasks, again.strata) == (calibration.tasks, calibration.strata)
