"""The episodes behind one row of a grid: what each of its numbers was counted from."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import CellState, MeterEpisodes
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import expensive, within_budgets


@dataclass(frozen=True)
class PromisedEpisode:
    """One promised episode of a task. ``missing`` says why it does not count ("" where it does);
    figures are None where unknown. ``budgets_met``: how many budgets of the stratum it kept within;
    it, ``stratum`` and ``is_expensive`` are None before there is a calibration."""

    task_id: str
    repeat: int
    run_id: str | None
    missing: str
    reward: float | None
    cost: float | None
    tokens: float | None
    steps: float | None
    stratum: Stratum | None
    budgets_met: int | None
    is_expensive: bool | None

    @property
    def counts(self) -> bool:
        return not self.missing

    @property
    def passed(self) -> bool:
        return self.reward == 1.0


MISSING = {
    CellState.ABSENT: "never uploaded",
    CellState.INFRASTRUCTURE: "lost to an infrastructure error",
    CellState.UNGRADED: "without a verdict",
    CellState.GRADED: "",
}


def promised_episodes(
    episodes: MeterEpisodes, key: str, calibration: Calibration | None
) -> tuple[PromisedEpisode, ...]:
    """All that configuration ``key`` promised, by task and repeat. KeyError: no such key."""
    return tuple(_promised(episodes.select(configurations=[key]), calibration))


def _promised(one: MeterEpisodes, calibration: Calibration | None) -> Iterator[PromisedEpisode]:
    dear = None if calibration is None else expensive(one, calibration)
    within = None if calibration is None else within_budgets(one, calibration).sum(axis=3)
    for column, task_id in enumerate(one.task_ids):
        for repeat in range(one.repeats[0]):
            at = (0, column, repeat)
            run = int(one.run[at])
            priced = not isnan(one.cost[at])
            yield PromisedEpisode(
                task_id=task_id,
                repeat=repeat + 1,
                run_id=one.run_ids[run] if run >= 0 else None,
                missing=MISSING[CellState(int(one.state[at]))],
                reward=_known(one.reward[at]),
                cost=_known(one.cost[at]),
                tokens=_known(one.tokens[at]),
                steps=_known(one.steps[at]),
                stratum=calibration.stratum_of[task_id] if calibration else None,
                budgets_met=int(within[at]) if within is not None and priced else None,
                is_expensive=bool(dear[at]) if dear is not None and priced else None,
            )


def _known(figure: float) -> float | None:
    return None if isnan(figure) else float(figure)
