"""Which attempts count in the grids of a meter bundle (ours).

Per agent, description, repeat and task the newest run's latest attempt counts, never the best
one. An infrastructure error replaces nothing; an ungraded attempt does, and is then missing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol
from uuid import UUID

from leaderboard_app.domain.composition import RunFacts, board_agent
from leaderboard_app.domain.meter.pricing import Billed
from leaderboard_app.domain.rows import BoardAgent
from runs_app.domain.episode import EpisodeStatus


class MeterRunFacts(RunFacts, Protocol):
    """What composition needs to know of a public scored run over a meter bundle."""

    @property
    def description(self) -> str: ...
    @property
    def repeat(self) -> int: ...


class MeterOutcome(Billed, Protocol):
    """One attempt of a run as it was measured; ``reward`` is the one that counts."""

    @property
    def run_id(self) -> UUID: ...
    @property
    def task_id(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def reward(self) -> float | None: ...
    @property
    def step_count(self) -> int | None: ...


class Slot(NamedTuple):
    """At most one attempt counts for each; repeats count from 1."""

    agent_id: int
    description: str
    repeat: int
    task_id: str


class Counting(NamedTuple):
    """The attempt that counts in a slot."""

    slot: Slot
    outcome: MeterOutcome


@dataclass(frozen=True)
class MeterComposition:
    """``counting`` in the order of slots; ``repeats``: the most that an agent's runs promise under
    a description, by (agent id, description)."""

    agents: tuple[BoardAgent, ...]
    repeats: dict[tuple[int, str], int]
    counting: tuple[Counting, ...]


Recency = tuple[bool, datetime, UUID, int]


def compose(runs: Sequence[MeterRunFacts], outcomes: Iterable[MeterOutcome]) -> MeterComposition:
    """Choose the attempts that count; neither order matters. Outcomes are read once."""
    run_of = {run.run_id: run for run in runs}
    newest: dict[Slot, tuple[Recency, MeterOutcome]] = {}
    for outcome in outcomes:
        run = run_of[outcome.run_id]
        slot = Slot(run.agent_id, run.description, run.repeat, outcome.task_id)
        recency = _recency(run, outcome)
        if slot not in newest or recency > newest[slot][0]:
            newest[slot] = (recency, outcome)
    agents = {run.agent_id: board_agent(run) for run in runs}
    return MeterComposition(
        agents=tuple(agents[agent_id] for agent_id in sorted(agents)),
        repeats=_repeats(runs),
        counting=tuple(Counting(slot, newest[slot][1]) for slot in sorted(newest)),
    )


def _repeats(runs: Sequence[MeterRunFacts]) -> dict[tuple[int, str], int]:
    found: dict[tuple[int, str], int] = {}
    for run in runs:
        key = (run.agent_id, run.description)
        found[key] = max(found.get(key, 1), run.repeat)
    return found


def _recency(run: MeterRunFacts, outcome: MeterOutcome) -> Recency:
    """What decides between attempts: anything but an infrastructure error, then the newest."""
    happened = outcome.status != EpisodeStatus.INFRASTRUCTURE_ERROR
    return (happened, run.created_at, run.run_id, outcome.attempt)
