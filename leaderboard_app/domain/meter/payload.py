"""A published grid of configurations, as typed JSON: pages, API and CSV show it as it is.

As in ``leaderboard_app.domain.payload``: an undefined value is null and has a ``reason``; ``low``
and ``high`` are the 95 % bootstrap interval, null where there is none.
"""

from typing import Literal, TypedDict

from leaderboard_app.domain.meter.board_head import ScoredBoardHead
from leaderboard_app.domain.meter.parameters import ParametersPayload
from leaderboard_app.domain.payload import (
    AgentPayload,
    BoundsPayload,
    NumberPayload,
    RatePayload,
)

Criterion = Literal["ams", "passes", "usd_per_pass", "tokens_per_pass"]


class MeterTasksPayload(TypedDict):
    """Tasks of the grid; by stratum null where the bundle is not calibrated."""

    total: int
    easy: int | None
    medium: int | None
    hard: int | None


class StratumScorePayload(TypedDict):
    """One configuration in one stratum. ``efr`` has no counts where episodes are missing."""

    tq: NumberPayload
    aubqc: NumberPayload
    efr: RatePayload
    score: NumberPayload
    passes: RatePayload


class MeterMissingPayload(TypedDict):
    """Episodes that were promised and do not count, by cause."""

    absent: int
    infrastructure: int
    ungraded: int
    total: int


class UnpricedPayload(TypedDict):
    """Episodes that count and have no known cost; ``examples``: at most five of their tasks."""

    episodes: int
    reason: str | None
    examples: list[str]


class MeterBoundsPayload(TypedDict):
    """AMS if all missing episodes failed expensively, and if all succeeded at no cost."""

    ams: BoundsPayload


class ConfigurationRowPayload(TypedDict):
    """One configuration. ``coverage``: episodes that count of those promised (tasks x
    ``repeats``); ``passes``: of those that count. ``bounds`` is null for a complete row, and where
    costs are unknown. ``strata``: easy, medium, hard; empty where the bundle is not calibrated.
    """

    key: str
    model: str
    cli: str
    agent: AgentPayload
    repeats: int
    rank: int | None
    rank_interval: list[int] | None
    ranked: bool
    unranked_reason: str | None
    ams: NumberPayload
    gap: NumberPayload
    bounds: MeterBoundsPayload | None
    coverage: RatePayload
    passes: RatePayload
    mean_reward: NumberPayload
    tokens_per_pass: NumberPayload
    usd_per_pass: NumberPayload
    total_tokens: NumberPayload
    total_usd: NumberPayload
    strata: dict[str, StratumScorePayload]
    missing: MeterMissingPayload
    unpriced: UnpricedPayload
    run_ids: list[str]


class LeaderPayload(TypedDict):
    """The best by one criterion among complete rows: several share it, none where unknown."""

    criterion: Criterion
    keys: list[str]
    value: float | None


class CliAmsPayload(TypedDict):
    cli: str
    ams: float


class ModelClisPayload(TypedDict):
    """The CLIs of a model by AMS. ``worst`` and ``spread`` are null where only one has an AMS."""

    model: str
    best: CliAmsPayload | None
    worst: CliAmsPayload | None
    spread: float | None


class CurvesPayload(TypedDict):
    """Mean reward within each budget (USD, at ``percentiles`` of the reference costs); the mean
    of a curve is AUBQC. ``by_key`` leaves out configurations whose AUBQC is undefined."""

    budgets: list[float]
    percentiles: list[float]
    by_key: dict[str, list[float]]


class ExpensiveFailurePayload(TypedDict):
    """An episode with reward 0 that cost more than its stratum's threshold."""

    key: str
    stratum: str
    task_id: str
    repeat: int
    run_id: str
    cost_usd: float
    threshold: float


class ExpensiveFailuresPayload(TypedDict):
    """``shown``: the dearest, at most 200 of ``total``."""

    total: int
    shown: list[ExpensiveFailurePayload]


class AgentMeterPayload(ScoredBoardHead):
    """A grid: one track, task set and condition. ``rows``: ranked by AMS, then the others.

    ``ranks``: by criterion the place of each configuration by value, equal ones sharing it;
    without those that are incomplete or lack the value. ``curves`` by stratum.
    """

    kind: Literal["agentmeter"]
    parameters: ParametersPayload | None
    tasks: MeterTasksPayload
    repeats: int
    rows: list[ConfigurationRowPayload]
    leaders: list[LeaderPayload]
    ranks: dict[str, dict[str, int]]
    models: list[str]
    clis: list[str]
    clis_by_model: list[ModelClisPayload]
    curves: dict[str, CurvesPayload]
    expensive_failures: ExpensiveFailuresPayload
