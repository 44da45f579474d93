"""A published comparison of descriptions, as typed JSON: who does what under which condition."""

from typing import Literal, TypedDict

from leaderboard_app.domain.meter.board_head import ScoredBoardHead
from leaderboard_app.domain.payload import AgentPayload, NumberPayload, RatePayload


class ConditionCellPayload(TypedDict):
    """One configuration under one condition. `coverage`: episodes that count of those that the
    condition needs; only whole ones have a `place`, for which `unplaced_reason` stands otherwise.

    `low` and `high` of Adapted-1 hold what 95 % of its assignments give. Changes are against
    Original; `shift` is the place less that under Original, both among those placed in both.
    """

    ams: NumberPayload
    reward: NumberPayload
    coverage: RatePayload
    place: int | None
    unplaced_reason: str | None
    ams_change: NumberPayload
    reward_change: NumberPayload
    shift: int | None


class DescriptionRowPayload(TypedDict):
    """A configuration that tried another wording; `conditions` by name."""

    key: str
    model: str
    cli: str
    agent: AgentPayload
    is_source: bool
    conditions: dict[str, ConditionCellPayload]


class ConditionPayload(TypedDict):
    """A condition over all configurations: means over those that have the value (`n`), changes
    over those that have it under Original too, and how its order agrees with that of Original."""

    condition: str
    macro_ams: NumberPayload
    macro_reward: NumberPayload
    macro_ams_change: NumberPayload
    macro_reward_change: NumberPayload
    spearman: NumberPayload
    kendall: NumberPayload
    largest_shift: NumberPayload
    leaders: list[str]


class DescriptionSourcePayload(TypedDict):
    """Whose trajectories descriptions were made from: on how many `tasks`, of which the original
    was `kept` on some; `is_target`: whether it is a row too."""

    key: str
    tasks: int
    kept: int
    is_target: bool


class FirstPayload(TypedDict):
    """In which share of the assignments nobody has a higher AMS."""

    key: str
    share: RatePayload


class AdaptedPayload(TypedDict):
    """Adapted-1 over random assignments of a source to each task. `shared`: several are first;
    `same_order`: all configurations are where they are under Original. `spearman` and `kendall`
    with Original are means over the assignments in which they are defined (`n`)."""

    assignments: int
    firsts: list[FirstPayload]
    shared: RatePayload
    same_order: RatePayload
    spearman: NumberPayload
    kendall: NumberPayload


class TransferPayload(TypedDict):
    """Configuration `target` on the descriptions of `source`; `effective` over tasks, whose reward
    `rises`, or stays while it gets `cheaper`. `unknown` tasks cannot be compared; on `kept` ones
    nothing was transferred. `ams` is that on these descriptions alone."""

    source: str
    target: str
    is_own: bool
    effective: RatePayload
    rises: int
    cheaper: int
    unknown: int
    kept: int
    reward_change: NumberPayload
    cost_change: NumberPayload
    ams: NumberPayload


class EffectivePayload(TypedDict):
    """The effective share over all tasks: of own descriptions, and of those of others."""

    own: RatePayload
    others: RatePayload


class MeterDescriptionsPayload(ScoredBoardHead):
    """Conditions of AgentMeter-Opt in one track, over `tasks`. `left_out`: keys of configurations
    that tried these tasks in the original wording only."""

    kind: Literal["meter-descriptions"]
    tasks: list[str]
    sources: list[DescriptionSourcePayload]
    conditions: list[ConditionPayload]
    rows: list[DescriptionRowPayload]
    adapted: AdaptedPayload | None
    adapted_reason: str | None
    transfers: list[TransferPayload]
    effective: EffectivePayload
    left_out: list[str]
