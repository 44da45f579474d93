"""Typed JSON of the boards that show families apart; what holds for ``payload`` holds here."""

from typing import TypedDict

from leaderboard_app.domain.payload import AgentPayload, BoardPayload, NumberPayload, RatePayload


class FamilyPayload(TypedDict):
    """A family of the bundle: a column. ``budget`` is that of the board, in its cost basis."""

    family: str
    title: str
    group: str
    tasks: int
    budget: float | None


class FamilyCellPayload(TypedDict):
    strict: RatePayload
    feasibility: RatePayload
    mean_units: NumberPayload
    missing: int
    run_ids: list[str]


class FamilyRowPayload(TypedDict):
    agent: AgentPayload
    control: bool
    cost_basis: str
    cells: dict[str, FamilyCellPayload]


class FamilyMatrixPayload(BoardPayload):
    """Agents x families; ``cells`` is keyed by family. Controls come last."""

    families: list[FamilyPayload]
    rows: list[FamilyRowPayload]


class SweepPointPayload(TypedDict):
    """One agent, family and budget label. ``budget`` is null where there is no cap."""

    budget_label: str
    budget: float | None
    strict: RatePayload
    lenient: RatePayload
    mean_units: NumberPayload
    composite: RatePayload
    no_step: RatePayload
    over_budget: RatePayload
    missing: int


class ResponsePayload(NumberPayload):
    """Change of the composite share from labels that cannot afford the path to those that can.

    ``kind``: "adaptive" where the family calls for escalation, "misdirected" where it does not,
    null where the family has no composite research.
    """

    kind: str | None


class SweepCurvePayload(TypedDict):
    """``points`` in the order tight, medium, loose."""

    agent: AgentPayload
    control: bool
    cost_basis: str
    points: list[SweepPointPayload]
    response: ResponsePayload


class SweepFamilyPayload(TypedDict):
    """``path_cost``: units of the path that escalates; null on a track not priced in units."""

    family: str
    title: str
    group: str
    tasks: int
    path_cost: float | None
    path: str
    curves: list[SweepCurvePayload]


class SweepsPayload(BoardPayload):
    families: list[SweepFamilyPayload]


class StageCountsPayload(TypedDict):
    """Episodes by outcome: the first five counts add up to ``tasks``."""

    strict: int
    budget: int
    selection: int
    execution: int
    missing: int
    tasks: int


class FailureRowPayload(TypedDict):
    agent: AgentPayload
    control: bool
    total: StageCountsPayload
    families: dict[str, StageCountsPayload]


class FailuresPayload(BoardPayload):
    families: list[FamilyPayload]
    rows: list[FailureRowPayload]
