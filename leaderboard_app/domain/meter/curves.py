"""What lies behind AUBQC and EFR: quality within each budget, and the failures that were dear."""

import numpy as np

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.payload import (
    CurvesPayload,
    ExpensiveFailurePayload,
    ExpensiveFailuresPayload,
)
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import (
    Places,
    expensive,
    mean_over_repeats,
    stratum_columns,
    within_budgets,
)

SHOWN_FAILURES = 200


def curves(episodes: MeterEpisodes, calibration: Calibration) -> dict[str, CurvesPayload]:
    """Mean R * [C <= b] at each budget b of a stratum, by configuration key. [A]."""
    within = within_budgets(episodes, calibration)
    rewards = [
        mean_over_repeats(
            episodes, np.where(episodes.unpriced, np.nan, episodes.reward) * affordable
        )
        for affordable in np.moveaxis(within, 3, 0)
    ]
    by_budget = np.stack(rewards, axis=2)
    columns = stratum_columns(episodes, calibration)
    return {
        name.value: {
            "budgets": list(calibration.strata[name].budgets),
            "percentiles": list(calibration.parameters.budget_percentiles),
            "by_key": _curves(episodes, by_budget, columns[name]),
        }
        for name in Stratum
    }


def _curves(
    episodes: MeterEpisodes, by_budget: np.ndarray, columns: Places
) -> dict[str, list[float]]:
    if not len(columns):
        return {}
    means = by_budget[:, columns].mean(axis=1)
    return {
        key: [settled(value) for value in curve]
        for key, curve in zip(episodes.keys, means, strict=True)
        if not np.isnan(curve).any()
    }


def expensive_failures(
    episodes: MeterEpisodes, calibration: Calibration
) -> ExpensiveFailuresPayload:
    """Episodes with R = 0 and C > tau_g, the dearest first; equally dear ones in their order."""
    found = np.argwhere(expensive(episodes, calibration))
    order = np.argsort(-episodes.cost[tuple(found.T)], kind="stable")[:SHOWN_FAILURES]
    shown = [_failure(episodes, calibration, *map(int, found[at])) for at in order]
    return {"total": len(found), "shown": shown}


def _failure(
    episodes: MeterEpisodes, calibration: Calibration, row: int, column: int, repeat: int
) -> ExpensiveFailurePayload:
    task_id = episodes.task_ids[column]
    stratum = calibration.stratum_of[task_id]
    return {
        "key": episodes.keys[row],
        "stratum": stratum.value,
        "task_id": task_id,
        "repeat": repeat + 1,
        "run_id": episodes.run_ids[episodes.run[row, column, repeat]],
        "cost_usd": float(episodes.cost[row, column, repeat]),
        "threshold": calibration.strata[stratum].threshold or 0.0,
    }
