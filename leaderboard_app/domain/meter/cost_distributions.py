"""How much reference episodes cost in each stratum: with a reward, and without one.

Kept with a calibration, so that its page can show what budgets and thresholds were cut from.
"""

from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from leaderboard_app.domain.meter.episodes import Column, MeterEpisodes, Truth

SHARES = tuple(range(0, 101, 5))
"""Percentiles that are kept, in percent."""


class CostDistribution(TypedDict):
    """USD at each of SHARES (linear interpolation) over ``n`` episodes; empty where there are
    none."""

    n: int
    percentiles: list[float]


class StratumCosts(TypedDict):
    """``rewarded``: reward > 0, from which budgets are cut; ``unrewarded``: reward = 0, from which
    the threshold is; ``unpriced``: episodes without a known cost."""

    rewarded: CostDistribution
    unrewarded: CostDistribution
    unpriced: int


def cost_distributions(
    reference: MeterEpisodes, stratum_of: Mapping[str, str]
) -> dict[str, StratumCosts]:
    """The costs of reference episodes by stratum; ``stratum_of``: stratum by task id."""
    names = dict.fromkeys(stratum_of.values())
    return {
        name: _of_tasks(
            reference.select(tasks=[t for t in reference.task_ids if stratum_of.get(t) == name])
        )
        for name in names
    }


def _of_tasks(episodes: MeterEpisodes) -> StratumCosts:
    priced = episodes.graded & ~episodes.unpriced
    return {
        "rewarded": _distribution(episodes.cost, priced & (episodes.reward > 0)),
        "unrewarded": _distribution(episodes.cost, priced & (episodes.reward == 0)),
        "unpriced": int(episodes.unpriced.sum()),
    }


def _distribution(cost: Column, chosen: Truth) -> CostDistribution:
    costs = cost[chosen]
    found = np.percentile(costs, SHARES) if len(costs) else np.array([])
    return {"n": len(costs), "percentiles": [float(value) for value in found]}
