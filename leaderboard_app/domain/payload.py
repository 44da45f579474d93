"""What a published board holds, as typed JSON: pages and API show these and compute nothing.

One payload per (kind, track, budget label) of a snapshot. Everywhere:

* an undefined value is null and has a ``reason``; a defined one has no ``reason``;
* ``low`` and ``high`` are the 95 % bootstrap interval, null where there is none (an incomplete
  row has ``bounds`` instead);
* numbers in ``cost_basis`` are never comparable with those of another cost basis.
"""

from typing import Literal, NotRequired, TypedDict

BoardKind = Literal["leaderboard", "family-matrix", "sweeps", "failures", "s-lambda"]


class RatePayload(TypedDict):
    """A share of tasks. Econ is a minimum of two shares: its counts are null."""

    value: float | None
    low: float | None
    high: float | None
    numerator: int | None
    denominator: int | None
    reason: NotRequired[str]


class NumberPayload(TypedDict):
    """A mean or a ratio over ``n`` episodes, in the row's cost basis where it is a cost."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: NotRequired[str]


class BundlePayload(TypedDict):
    name: str
    version: str
    ref: str


class AgentPayload(TypedDict):
    """The ranked unit. ``owner`` is null for the site's own agents."""

    id: int
    name: str
    model: str
    scaffold: str
    track: str
    owner: str | None
    url: str
    composite_mode: str


class MissingPayload(TypedDict):
    """Tasks without a scored episode, by cause."""

    absent: int
    infrastructure: int
    unjudged: int
    total: int


class BoundsPayload(TypedDict):
    """A metric if all missing episodes failed, and if all succeeded."""

    lowest: float | None
    highest: float | None


class RowPayload(TypedDict):
    """One agent on a leaderboard.

    ``rank`` and ``rank_interval`` ([best, worst]) are null where ``ranked`` is false, and
    ``unranked_reason`` says why. ``bounds`` (strict, up, save, econ, lenient, feasibility) is
    null for a complete row. ``s_lambda`` maps "0", "0.1", "0.25", "0.5", "1" to a score, each
    null where ``s_lambda_reason`` says why. ``corrected`` (accuracy) and the other corrected
    shares rest on the human audit ``corrected_audit``.
    """

    rank: int | None
    rank_interval: list[int] | None
    ranked: bool
    unranked_reason: str | None
    agent: AgentPayload
    cost_basis: str
    coverage: RatePayload
    strict: RatePayload
    up: RatePayload
    save: RatePayload
    econ: RatePayload
    lenient: RatePayload
    feasibility: RatePayload
    bounds: dict[str, BoundsPayload] | None
    mean_units: NumberPayload
    units_per_success: NumberPayload
    abstention_rate: RatePayload
    composite_rate: RatePayload
    no_step_rate: RatePayload
    s_lambda: dict[str, float | None]
    s_lambda_reason: str | None
    corrected: RatePayload
    corrected_strict: RatePayload
    corrected_up: RatePayload
    corrected_save: RatePayload
    corrected_econ: RatePayload
    corrected_audit: str | None
    missing: MissingPayload
    run_ids: list[str]


class CostScalePayload(TypedDict):
    """C_max of S_lambda and the control that it comes from."""

    value: float | None
    agent: str | None
    reason: NotRequired[str]


class CorrectedOrderPayload(TypedDict):
    """Whether agents stand in the same order by corrected Econ as by judged Econ.

    ``swapped``: pairs of agents that do not, the judge's better one first; ``support``: share of
    bootstrap replicates in which no pair changes places. All null without two corrected agents.
    """

    holds: bool | None
    swapped: list[list[str]]
    support: float | None
    reason: NotRequired[str]


class BoardPayload(TypedDict):
    """What every board starts with. ``budget_label`` is "" where the board spans them."""

    kind: BoardKind
    bundle: BundlePayload
    track: str
    budget_label: str
    cost_basis: str


class LeaderboardPayload(BoardPayload):
    """``rows``: ranked by Econ, then incomplete ones. ``controls``: oracle controls, unranked."""

    tasks: int
    c_max: CostScalePayload
    corrected_order: CorrectedOrderPayload
    rows: list[RowPayload]
    controls: list[RowPayload]


class SLambdaRowPayload(TypedDict):
    agent: AgentPayload
    control: bool
    strict: float | None
    mean_units: float | None
    s_lambda: dict[str, float | None]
    s_lambda_reason: str | None


class SLambdaPayload(BoardPayload):
    """S_lambda = strict - lambda * mean units / C_max for each of ``lambdas``."""

    c_max: CostScalePayload
    lambdas: list[str]
    rows: list[SLambdaRowPayload]
