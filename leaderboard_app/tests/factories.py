"""Rows, runs and outcomes as values, for the tests of this app."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from leaderboard_app.domain.board_slice import BoardSlice, EstimatedRow
from leaderboard_app.domain.cost_scale import cost_scale
from leaderboard_app.domain.estimates import estimates
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.rows import AgentRow, BoardAgent, BoardFrame, board_frame
from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.episode import AgentSpec, CompositeMode, EpisodeStatus, Track
from tasks_app.domain.families import GROUP_OF, Family
from tasks_app.tests.factories import mini_bundle

VECTORS = Path(__file__).parent / "data" / "econ.json"
PAPER_COUNTS = {
    Family.FROZEN: 7,
    Family.ESCALATION: 115,
    Family.CHEAP: 72,
    Family.STOP: 10,
    Family.MODEL_UPGRADE: 100,
}
PLAIN_AGENT = AgentSpec("agent", Track.TOOL_API)
START = datetime(2026, 1, 1, tzinfo=UTC)


@cache
def econ_vectors() -> dict[str, Any]:
    return json.loads(VECTORS.read_text())


def vector_row(name: str) -> AgentRow:
    """One of the three agents of the golden vectors."""
    lines = [line for line in econ_vectors()["episodes"] if line["agent"] == name]
    by_family: dict[Family, list[ScoredEpisode]] = {family: [] for family in Family}
    for line in lines:
        by_family[Family(line["family"])].append(
            episode(
                Family(line["family"]),
                line["task_id"],
                units=line["units"],
                budget=line["budget"],
                within_budget=line["units"] <= line["budget"],
                correct=line["correct"],
                grounded=line["grounded"],
            )
        )
    agent_id = ["alpha", "beta", "gamma"].index(name) + 1
    return row({family: tuple(found) for family, found in by_family.items()}, name, agent_id)


def episode(family: Family = Family.CHEAP, task_id: str = "t1", **facts: Any) -> ScoredEpisode:
    """A strict success of 46 units within 90, unless told otherwise."""
    usual = {
        "group": GROUP_OF[family],
        "units": 46.0,
        "budget": 90.0,
        "within_budget": True,
        "grounded": True,
        "correct": True,
        "steps": 3,
    }
    return ScoredEpisode(task_id=task_id, family=family, **(usual | facts))


def success(family: Family = Family.CHEAP, **facts: Any) -> ScoredEpisode:
    return episode(family, **facts)


def failure(family: Family = Family.CHEAP, **facts: Any) -> ScoredEpisode:
    """A wrong answer on the right path."""
    return episode(family, **({"correct": False, "failure_stage": "execution"} | facts))


def lost(family: Family = Family.CHEAP, **facts: Any) -> ScoredEpisode:
    """An infrastructure error."""
    unknown = {"correct": None, "status": EpisodeStatus.INFRASTRUCTURE_ERROR}
    return episode(family, **(unknown | facts))


def unjudged(family: Family = Family.CHEAP) -> ScoredEpisode:
    return episode(family, correct=None)


def absent(family: Family = Family.CHEAP) -> ScoredEpisode:
    return ScoredEpisode("t1", family, GROUP_OF[family], status=None)


def row(
    by_family: Mapping[Family, Sequence[ScoredEpisode]],
    name: str = "agent",
    agent_id: int = 1,
    **spec: Any,
) -> AgentRow:
    return AgentRow(
        board_agent(name, agent_id, **spec),
        {family: tuple(episodes) for family, episodes in by_family.items()},
    )


def simple_row(up: str, save: str, name: str = "agent", agent_id: int = 1, **spec: Any) -> AgentRow:
    """A row of escalation (up) and cheap (save) tasks: + success, - failure, . absent."""
    make = {"+": success, "-": failure, ".": absent}
    return row(
        {
            Family.ESCALATION: [make[mark](Family.ESCALATION) for mark in up],
            Family.CHEAP: [make[mark](Family.CHEAP) for mark in save],
        },
        name,
        agent_id,
        **spec,
    )


def board_agent(name: str = "agent", agent_id: int = 1, **spec: Any) -> BoardAgent:
    owner = spec.pop("owner", None)
    return BoardAgent(agent_id, AgentSpec(name, spec.pop("track", Track.TOOL_API), **spec), owner)


def control_row(up: str, save: str, name: str = "Control", agent_id: int = 90) -> AgentRow:
    """A scripted oracle control of this site."""
    mode = CompositeMode.ORACLE
    return simple_row(up, save, name, agent_id, track=Track.SCRIPTED, composite_mode=mode)


def frame(counts: Mapping[Family, int] | None = None) -> BoardFrame:
    """The mini bundle's manifest over tasks named ``cheap_qa-1`` and so on."""
    counts = {Family.ESCALATION: 2, Family.CHEAP: 2} if counts is None else counts
    tasks = {f"{family}-{n}": family for family in counts for n in range(1, counts[family] + 1)}
    return board_frame(mini_bundle().spec, tasks)


@dataclass(frozen=True)
class RunValue:
    """A public scored run, as runs_app's queries give it."""

    run_id: UUID
    agent_id: int = 1
    spec: AgentSpec = PLAIN_AGENT
    owner: str | None = None
    archive_id: UUID | None = None
    budget_label: str = "main"
    created_at: datetime = START
    finished_at: datetime | None = START + timedelta(hours=1)
    judge: str = "exact"
    scoring_version: str = "1"
    scores_digest: str = "0" * 64


@dataclass(frozen=True)
class OutcomeValue:
    """One attempt as scored: a strict success of 46 units unless told otherwise."""

    run_id: UUID
    task_id: str
    attempt: int = 1
    status: str = "completed"
    units: float | None = 46.0
    budget: float | None = 90.0
    within_budget: bool | None = True
    grounded: bool | None = True
    correct: bool | None = True
    abstained: bool = False
    composite: int = 0
    step_count: int = 3
    failure_stage: str = ""


def run(number: int, **facts: Any) -> RunValue:
    """Run ``number``, created on day ``number`` of January."""
    created = START + timedelta(days=number)
    return replace(RunValue(UUID(int=number), created_at=created), **facts)


def outcome(number: int, task_id: str, **facts: Any) -> OutcomeValue:
    """An attempt of run ``number``."""
    return OutcomeValue(UUID(int=number), task_id, **facts)


def wrong(number: int, task_id: str, **facts: Any) -> OutcomeValue:
    return outcome(number, task_id, correct=False, failure_stage="execution", **facts)


def estimated(rows: Sequence[AgentRow], seed: int = 1, replicates: int = 400) -> list[EstimatedRow]:
    """Rows with the intervals of a small bootstrap."""
    if not rows:
        return []
    sizes = {family: len(found) for family, found in rows[0].by_family.items()}
    found = estimates(rows, resampling(sizes, seed, replicates))
    return [EstimatedRow(row, estimate) for row, estimate in zip(rows, found, strict=True)]


def board_slice(
    rows: Sequence[AgentRow],
    controls: Sequence[AgentRow] = (),
    track: Track = Track.TOOL_API,
    label: str = "main",
) -> BoardSlice:
    """A slice of two tasks a family; rows are of ``simple_row``'s two families."""
    every = estimated([*rows, *controls])
    return BoardSlice(
        frame=frame(),
        track=track,
        label=label,
        rows=every[: len(rows)],
        controls=every[len(rows) :],
        scale=cost_scale(controls),
    )
