"""Why a configuration has no AMS or reward under a condition, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.meter.episodes import Truth
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.opt_values import OptValues
from leaderboard_app.domain.meter.scores import NOT_CALIBRATED
from leaderboard_app.domain.resampling import Floats

NO_OWN = "No description was made from its own trajectories."
NO_OTHER = "There is no description from another configuration."
NO_SOURCE = "No task has a description of a source."
NOT_FOR_IT: Mapping[Condition, str] = {
    Condition.SELF: NO_OWN,
    Condition.CROSS: NO_OTHER,
    Condition.CROSS_ONLY: NO_OTHER,
}


@dataclass(frozen=True, eq=False)
class Needs:
    """What a condition needs of each configuration: ``needed`` wordings x configurations x tasks;
    ``textless`` configurations x tasks, where no wording is there to be given."""

    applies: Truth
    needed: Truth
    textless: Truth

    def total(self, values: OptValues, figure: str) -> Floats:
        """The sum of a count over what is needed, one a configuration."""
        return np.asarray((values.figures[figure] * self.needed).sum(axis=(0, 2)))


def reward_reasons(values: OptValues, needs: Needs, condition: Condition) -> Iterator[str]:
    """One a configuration; empty where the reward is known."""
    tasks = len(values.task_ids)
    lacking = (needs.needed & np.isnan(values.figures["reward"])).any(axis=0).sum(axis=1)
    for row, textless in enumerate(needs.textless.sum(axis=1)):
        if not needs.applies[row]:
            yield NOT_FOR_IT.get(condition, NO_SOURCE)
        elif textless:
            yield f"{textless} of {tasks} tasks have no such description."
        elif lacking[row]:
            yield f"{lacking[row]} of {tasks} tasks lack an episode."
        else:
            yield ""


def ams_reasons(values: OptValues, needs: Needs, condition: Condition) -> Iterator[str]:
    """One a configuration; empty where AMS is known."""
    whole = _of_all(values)
    unpriced, counted = needs.total(values, "unpriced"), needs.total(values, "counted")
    for row, reason in enumerate(reward_reasons(values, needs, condition)):
        dear = f"The cost of {unpriced[row]:.0f} of {counted[row]:.0f} episodes is unknown."
        yield reason or whole or dear * bool(unpriced[row])


def _of_all(values: OptValues) -> str:
    """Why nobody has an AMS."""
    if values.calibration is None:
        return NOT_CALIBRATED
    empty = next((name for name, places in values.columns.items() if not len(places)), None)
    return f"There are no {empty} tasks in this set." if empty else ""
