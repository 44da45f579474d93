"""A grid of configurations as published: rows by AMS, and what stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from leaderboard_app.domain.meter.board_head import ScoredBoardHead
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.curves import curves, expensive_failures
from leaderboard_app.domain.meter.draws import draws
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.estimates import MeterEstimate, estimates
from leaderboard_app.domain.meter.grid_rows import ScoredRow, row_payload
from leaderboard_app.domain.meter.manifest import CalibrationRef
from leaderboard_app.domain.meter.payload import AgentMeterPayload, MeterTasksPayload
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.scores import NOT_CALIBRATED, ConfigurationScore, scores
from leaderboard_app.domain.meter.standings import clis_by_model, leaders, ranks_by_criterion
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_values import stratum_columns
from leaderboard_app.domain.payload import BundlePayload
from leaderboard_app.domain.ranking import Rank, ranks_of_scores
from leaderboard_app.domain.resampling import REPLICATES


@dataclass(frozen=True)
class GridFrame:
    """Which grid it is, how it is priced, and what it is scored by.

    ``calibration`` and ``calibration_ref`` are both None before there is one. ``unpriced``: why
    episodes have no cost, by configuration key.
    """

    bundle: BundlePayload
    track: str
    task_set: str
    condition: str
    pricing: PricingPayload
    calibration: Calibration | None
    calibration_ref: CalibrationRef | None
    unpriced: Mapping[str, str]

    @property
    def head(self) -> ScoredBoardHead:
        return {
            "bundle": self.bundle,
            "track": self.track,
            "budget_label": "",
            "task_set": self.task_set,
            "condition": self.condition,
            "cost_basis": "usd",
            "pricing": self.pricing,
            "calibration": self.calibration_ref,
            "calibration_reason": NOT_CALIBRATED if self.calibration is None else None,
        }

    @property
    def spanning_head(self) -> ScoredBoardHead:
        """Of a board of the track that spans its sets and conditions."""
        return {**self.head, "task_set": "", "condition": ""}


def grid_payload(
    frame: GridFrame, episodes: MeterEpisodes, seed: int, replicates: int = REPLICATES
) -> AgentMeterPayload:
    """The grid of some episodes, all of one track, set and condition.

    NotComparable: a task that the calibration does not know.
    """
    calibration = frame.calibration
    found = scores(episodes, calibration, frame.unpriced)
    resampled = draws(episodes, calibration, seed, replicates)
    rows = _rows(found, estimates(episodes, calibration, resampled))
    payload = {
        "kind": "agentmeter",
        **frame.head,
        "parameters": None if calibration is None else calibration.parameters.to_json(),
        "tasks": _tasks(episodes, calibration),
        "repeats": max(episodes.repeats, default=1),
        "rows": [row_payload(row, frame.unpriced, _runs(episodes, row)) for row in rows],
        "leaders": leaders(found),
        "ranks": ranks_by_criterion(found),
        "models": sorted({one.model for one in episodes.configurations}),
        "clis": sorted({one.cli for one in episodes.configurations}),
        "clis_by_model": clis_by_model(found),
        **_behind(episodes, calibration),
    }
    return cast(AgentMeterPayload, payload)


def _behind(episodes: MeterEpisodes, calibration: Calibration | None) -> dict[str, Any]:
    """What AUBQC and EFR come of; nothing before a calibration."""
    if calibration is None:
        return {"curves": {}, "expensive_failures": {"total": 0, "shown": []}}
    return {
        "curves": curves(episodes, calibration),
        "expensive_failures": expensive_failures(episodes, calibration),
    }


def _tasks(episodes: MeterEpisodes, calibration: Calibration | None) -> MeterTasksPayload:
    sizes: dict[Stratum, int] = {}
    if calibration is not None:
        columns = stratum_columns(episodes, calibration)
        sizes = {name: len(places) for name, places in columns.items()}
    return {
        "total": len(episodes.task_ids),
        "easy": sizes.get(Stratum.EASY),
        "medium": sizes.get(Stratum.MEDIUM),
        "hard": sizes.get(Stratum.HARD),
    }


def _rows(
    found: Sequence[ConfigurationScore], estimated: Sequence[MeterEstimate]
) -> list[ScoredRow]:
    """Ranked ones by AMS, then the others by name."""
    ranked = [place for place, score in enumerate(found) if score.unranked_reason is None]
    ranks = dict(zip(ranked, _ranks([estimated[place] for place in ranked]), strict=True))
    best = max((found[place].ams.value or 0.0 for place in ranked), default=None)
    rows = [
        ScoredRow(place, score, estimate, ranks.get(place), best)
        for place, (score, estimate) in enumerate(zip(found, estimated, strict=True))
    ]
    return sorted(rows, key=_order)


def _order(row: ScoredRow) -> tuple[bool, float, str]:
    return (row.rank is None, -(row.score.ams.value or 0.0), row.score.key)


def _ranks(ranked: Sequence[MeterEstimate]) -> list[Rank]:
    if not ranked:
        return []
    replicates = np.stack([cast(Any, estimate.ams) for estimate in ranked])
    return ranks_of_scores([estimate.interval("ams") for estimate in ranked], replicates)


def _runs(episodes: MeterEpisodes, row: ScoredRow) -> list[str]:
    """The runs behind a row, each once, in a fixed order."""
    places = np.unique(episodes.run[row.place][episodes.run[row.place] >= 0])
    return sorted(episodes.run_ids[place] for place in places)
