"""A published comparison of Core, and of smaller cores, with Full, as typed JSON."""

from typing import Literal, TypedDict

from leaderboard_app.domain.meter.board_head import ScoredBoardHead
from leaderboard_app.domain.payload import AgentPayload, NumberPayload


class ExpectedPayload(TypedDict):
    """One kind of agreement over the random subsets in which it is defined (``mean.n``): its mean
    with the interval that holds 95 % of them, and from 0 to 100 how many agree less."""

    mean: NumberPayload
    percentile: NumberPayload


class RandomSubsetsPayload(TypedDict):
    """``subsets`` were drawn, each with as many tasks of every stratum."""

    subsets: int
    spearman: ExpectedPayload
    kendall: ExpectedPayload


class SubsetPayload(TypedDict):
    """Some tasks and how the order by them agrees with the order by all. ``strata``: how many of
    each stratum; ``task_ids`` by stratum, the least effort first; ``n`` counts configurations."""

    tasks: int
    strata: dict[str, int]
    task_ids: dict[str, list[str]]
    spearman: NumberPayload
    kendall: NumberPayload
    largest_shift: NumberPayload
    random: RandomSubsetsPayload


class OrderPayload(TypedDict):
    """AMS and place (1 + the number of configurations with a higher AMS) on some tasks."""

    ams: float
    place: int


class CoreRowPayload(TypedDict):
    """One configuration by all tasks and by those of Core; ``core`` and ``shift`` (places that it
    falls, negative where it rises) are null where there is no Core."""

    key: str
    model: str
    cli: str
    agent: AgentPayload
    full: OrderPayload
    core: OrderPayload | None
    shift: int | None


class LeftOutPayload(TypedDict):
    """A configuration that has no place on Full, and why."""

    key: str
    reason: str


class MeterCorePayload(ScoredBoardHead):
    """Core against Full in one track, under the original wording.

    ``core`` is null for ``core_reason``; ``is_selected``: its tasks are those that effort selects
    at its size. ``sizes``: smaller cores, selected by effort, none for ``sizes_reason``. ``rows``
    by place on Full.
    """

    kind: Literal["meter-core"]
    tasks: int
    core: SubsetPayload | None
    core_reason: str | None
    is_selected: bool
    sizes: list[SubsetPayload]
    sizes_reason: str | None
    rows: list[CoreRowPayload]
    left_out: list[LeftOutPayload]
