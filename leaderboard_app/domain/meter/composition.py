"""Which attempts count in the grids of a meter bundle (ours).

Per agent, description, repeat and task the newest run's latest attempt counts, never the best
one. An infrastructure error replaces nothing; an ungraded attempt does, and is then missing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from leaderboard_app.domain.composition import Attempt, RunFacts, board_agent, newest_attempts
from leaderboard_app.domain.meter.pricing import Billed
from leaderboard_app.domain.rows import BoardAgent


class MeterRunFacts(RunFacts, Protocol):
    """What composition needs to know of a public scored run over a meter bundle."""

    @property
    def description(self) -> str: ...
    @property
    def repeat(self) -> int: ...


class MeterOutcome(Attempt, Billed, Protocol):
    """One attempt of a run as it was measured; ``reward`` is the one that counts."""

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


def compose(runs: Sequence[MeterRunFacts], outcomes: Iterable[MeterOutcome]) -> MeterComposition:
    """Choose the attempts that count; neither order matters. Outcomes are read once."""
    newest = newest_attempts(runs, outcomes, _slot)
    agents = {run.agent_id: board_agent(run) for run in runs}
    return MeterComposition(
        agents=tuple(agents[agent_id] for agent_id in sorted(agents)),
        repeats=_repeats(runs),
        counting=tuple(Counting(slot, newest[slot]) for slot in sorted(newest)),
    )


def _slot(run: MeterRunFacts, outcome: MeterOutcome) -> Slot:
    return Slot(run.agent_id, run.description, run.repeat, outcome.task_id)


def _repeats(runs: Sequence[MeterRunFacts]) -> dict[tuple[int, str], int]:
    found: dict[tuple[int, str], int] = {}
    for run in runs:
        key = (run.agent_id, run.description)
        found[key] = max(found.get(key, 1), run.repeat)
    return found
