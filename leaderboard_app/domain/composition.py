"""Which attempts count on a board (ours).

Per agent, task and effective budget label the newest run's latest attempt counts, never the
best one. An infrastructure error replaces nothing; an answer that nobody could judge does, and
is then missing. ``main`` stands for each family's own main label, in runs and on boards alike.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar
from uuid import UUID

from leaderboard_app.domain.rows import AgentRow, BoardAgent, BoardFrame
from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.episode import AgentSpec, EpisodeStatus
from tasks_app.domain.families import SWEEP_LABELS, BudgetLabel, Family

BOARD_LABELS = (BudgetLabel.MAIN, *SWEEP_LABELS)


class RunFacts(Protocol):
    """What composition needs to know of a public scored run."""

    @property
    def run_id(self) -> UUID: ...
    @property
    def agent_id(self) -> int: ...
    @property
    def spec(self) -> AgentSpec: ...
    @property
    def owner(self) -> str | None: ...
    @property
    def archive_id(self) -> UUID | None: ...
    @property
    def budget_label(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...


class Attempt(Protocol):
    """What decides which attempts count."""

    @property
    def run_id(self) -> UUID: ...
    @property
    def task_id(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def status(self) -> str: ...


class Outcome(Attempt, Protocol):
    """One attempt of a run as scored; costs in the agent's cost basis."""

    @property
    def units(self) -> float | None: ...
    @property
    def budget(self) -> float | None: ...
    @property
    def within_budget(self) -> bool | None: ...
    @property
    def grounded(self) -> bool | None: ...
    @property
    def correct(self) -> bool | None: ...
    @property
    def abstained(self) -> bool: ...
    @property
    def composite(self) -> int: ...
    @property
    def step_count(self) -> int: ...
    @property
    def failure_stage(self) -> str: ...


Slot = tuple[int, str, str]
"""(agent id, effective budget label, task id): at most one attempt counts for each."""

Recency = tuple[bool, datetime, UUID, int]

_Run = TypeVar("_Run", bound=RunFacts)
_Attempt = TypeVar("_Attempt", bound=Attempt)
_Slot = TypeVar("_Slot", bound=Hashable)


@dataclass(frozen=True)
class Composition:
    """The attempts that count, the agents that made them and the labels of their runs."""

    frame: BoardFrame
    agents: Mapping[int, BoardAgent]
    labels: Mapping[int, frozenset[str]]
    counting: Mapping[Slot, ScoredEpisode]

    def rows(self, label: str) -> tuple[AgentRow, ...]:
        """A row for each agent with an attempt at ``label``, in the order of agent ids."""
        rows = (self._row(self.agents[agent_id], label) for agent_id in sorted(self.agents))
        return tuple(row for row in rows if any(episode.status for episode in row.episodes))

    def has_board(self, agent_id: int, label: str) -> bool:
        """Whether an agent is on the board of a label: always on the main one, else by a run.

        Without the condition a run at ``main`` alone would put a row with a third of the tasks
        on the board of each label that is some family's main one.
        """
        return label == BudgetLabel.MAIN or label in self.labels[agent_id]

    def _row(self, agent: BoardAgent, label: str) -> AgentRow:
        families = self.frame.families
        return AgentRow(
            agent, {family: self._episodes(agent, family, label) for family in families}
        )

    def _episodes(self, agent: BoardAgent, family: Family, label: str) -> tuple[ScoredEpisode, ...]:
        rules = self.frame.spec.families[family]
        effective = rules.effective_label(label)
        return tuple(
            self.counting.get((agent.id, effective, task_id))
            or ScoredEpisode(task_id, family, rules.group, status=None)
            for task_id in self.frame.tasks[family]
        )


def compose(
    frame: BoardFrame, runs: Sequence[RunFacts], outcomes: Iterable[Outcome]
) -> Composition:
    """Choose the attempts that count; neither order matters. Outcomes are read once."""
    family_of = {task_id: family for family, ids in frame.tasks.items() for task_id in ids}

    def slot_of(run: RunFacts, outcome: Outcome) -> Slot:
        rules = frame.spec.families[family_of[outcome.task_id]]
        return run.agent_id, rules.effective_label(run.budget_label), outcome.task_id

    counting = {
        slot: _episode(outcome, family_of[outcome.task_id], frame)
        for slot, outcome in newest_attempts(runs, outcomes, slot_of).items()
    }
    agents = {run.agent_id: board_agent(run) for run in runs}
    labels = {
        agent_id: frozenset(run.budget_label for run in runs if run.agent_id == agent_id)
        for agent_id in agents
    }
    return Composition(frame, agents, labels, counting)


def newest_attempts(
    runs: Iterable[_Run], attempts: Iterable[_Attempt], slot_of: Callable[[_Run, _Attempt], _Slot]
) -> dict[_Slot, _Attempt]:
    """The attempt that counts in each slot: the newest run's latest one."""
    run_of = {run.run_id: run for run in runs}
    newest: dict[_Slot, tuple[Recency, _Attempt]] = {}
    for attempt in attempts:
        run = run_of[attempt.run_id]
        slot, recency = slot_of(run, attempt), _recency(run, attempt)
        if slot not in newest or recency > newest[slot][0]:
            newest[slot] = (recency, attempt)
    return {slot: attempt for slot, (_, attempt) in newest.items()}


def board_agent(run: RunFacts) -> BoardAgent:
    """The agent of a run. One that runs here is the site's own, whoever started the run."""
    return BoardAgent(run.agent_id, run.spec, run.owner if run.archive_id else None)


def _recency(run: RunFacts, attempt: Attempt) -> Recency:
    """What decides between attempts: anything but an infrastructure error, then the newest."""
    happened = attempt.status != EpisodeStatus.INFRASTRUCTURE_ERROR
    return (happened, run.created_at, run.run_id, attempt.attempt)


def _episode(outcome: Outcome, family: Family, frame: BoardFrame) -> ScoredEpisode:
    return ScoredEpisode(
        task_id=outcome.task_id,
        family=family,
        group=frame.spec.families[family].group,
        units=outcome.units,
        budget=outcome.budget,
        within_budget=bool(outcome.within_budget),
        grounded=bool(outcome.grounded),
        correct=outcome.correct,
        abstained=outcome.abstained,
        used_composite=outcome.composite > 0,
        steps=outcome.step_count,
        failure_stage=outcome.failure_stage or None,
        status=EpisodeStatus(outcome.status),
        run_id=str(outcome.run_id),
    )
