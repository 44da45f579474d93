"""How fast boards are computed: the bootstrap of 11 rows x 304 tasks, and all boards of 18 runs.

    .venv/bin/python -m benchmarks.boards

Prints seconds, the goals, and how many times as fast the bootstrap is as a plain Python loop that
computes Econ alone, in the same session. Needs neither database nor broker.
"""

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

# One thread, as in a worker process: on a busy machine more of them wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from benchmarks.timing import seconds
from leaderboard_app.domain.boards import BundleBoards, bundle_boards
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.estimates import Estimate, estimates
from leaderboard_app.domain.resampling import REPLICATES, resampling
from leaderboard_app.domain.rows import AgentRow, BoardAgent, BoardFrame, board_frame
from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.episode import AgentSpec, CompositeMode, Track
from tasks_app.domain.bundle_spec import BundleKind, BundleSpec, FamilyRules
from tasks_app.domain.families import GROUP_OF, SWEEP_LABELS, BudgetLabel, Family, Group
from tasks_app.domain.prices import REFERENCE_PRICES

COUNTS = {
    Family.FROZEN: 7,
    Family.ESCALATION: 115,
    Family.CHEAP: 72,
    Family.STOP: 10,
    Family.MODEL_UPGRADE: 100,
}
ROWS = 11
LOOP_REPLICATES = 100
BOOTSTRAP_GOAL, BOARDS_GOAL = 0.15, 2.0  # seconds


@dataclass(frozen=True)
class MadeRun:
    """A public scored run."""

    run_id: UUID
    agent_id: int
    spec: AgentSpec
    budget_label: str
    created_at: datetime
    owner: str | None = None
    archive_id: UUID | None = None


@dataclass(frozen=True)
class MadeOutcome:
    """One attempt as scored."""

    run_id: UUID
    task_id: str
    units: float
    within_budget: bool
    correct: bool
    composite: int
    attempt: int = 1
    status: str = "completed"
    budget: float = 370.0
    grounded: bool = True
    abstained: bool = False
    step_count: int = 4
    failure_stage: str = "execution"


def main() -> None:
    rows = [made_row(number) for number in range(ROWS)]
    bootstrap = seconds(lambda: bootstrap_of(rows), times=5)
    loop = seconds(lambda: loop_of(rows, LOOP_REPLICATES), times=1) * REPLICATES / LOOP_REPLICATES
    boards = seconds(lambda: json.dumps(boards_of_eighteen_runs().payloads), times=5)
    print(f"bootstrap, {REPLICATES} replicates x 304 tasks x {ROWS} rows: {bootstrap:.3f} s")
    print(f"  goal {BOOTSTRAP_GOAL} s: {verdict(bootstrap, BOOTSTRAP_GOAL)}")
    print(f"  a Python loop, Econ alone: {loop:.1f} s, {loop / bootstrap:.0f} times as slow")
    print(f"all boards of 18 runs x 304 tasks: {boards:.2f} s")
    print(f"  goal {BOARDS_GOAL} s: {verdict(boards, BOARDS_GOAL)}")


def verdict(took: float, goal: float) -> str:
    return "met" if took <= goal else "missed"


def bootstrap_of(rows: Sequence[AgentRow]) -> list[Estimate]:
    return estimates(rows, resampling(COUNTS, seed=1))


def loop_of(rows: Sequence[AgentRow], replicates: int) -> list[list[float]]:
    """Econ of each row in each replicate, as one would write it first."""
    generator = random.Random(1)
    return [
        [min(resampled_shares(row.by_family, generator)) for row in rows] for _ in range(replicates)
    ]


def resampled_shares(
    by_family: Mapping[Family, Sequence[ScoredEpisode]], generator: random.Random
) -> Iterator[float]:
    """Up and Save of one replicate."""
    for group in Group:
        families = [episodes for family, episodes in by_family.items() if GROUP_OF[family] is group]
        drawn = [e for episodes in families for e in generator.choices(episodes, k=len(episodes))]
        yield sum(e.is_strict for e in drawn) / len(drawn)


def made_row(number: int) -> AgentRow:
    generator = random.Random(number)
    families = {
        family: tuple(made_episode(family, n, generator) for n in range(count))
        for family, count in COUNTS.items()
    }
    return AgentRow(BoardAgent(number, AgentSpec(f"agent {number}", Track.TOOL_API)), families)


def made_episode(family: Family, number: int, generator: random.Random) -> ScoredEpisode:
    units = float(generator.randint(20, 400))
    return ScoredEpisode(
        task_id=f"{family}-{number}",
        family=family,
        group=GROUP_OF[family],
        units=units,
        budget=370.0,
        within_budget=units <= 370,
        grounded=True,
        correct=generator.random() < 0.6,
        used_composite=generator.random() < 0.4,
        steps=4,
    )


def boards_of_eighteen_runs() -> BundleBoards:
    """Six agents, four of them controls, at three budget labels."""
    frame = made_frame()
    runs = [made_run(agent, label) for agent in range(6) for label in SWEEP_LABELS]
    outcomes = [made_outcome(run, task) for run in runs for task in all_tasks(frame)]
    return bundle_boards(compose(frame, runs, outcomes), resampling(frame.sizes, seed=1))


def made_run(agent: int, label: BudgetLabel) -> MadeRun:
    number = 3 * agent + SWEEP_LABELS.index(label)
    control = AgentSpec(f"control {agent}", Track.SCRIPTED, composite_mode=CompositeMode.ORACLE)
    spec = control if agent < 4 else AgentSpec(f"reader {agent}", Track.TOOL_API)
    created = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return MadeRun(UUID(int=number), agent, spec, label, created)


def made_outcome(run: MadeRun, task_id: str) -> MadeOutcome:
    generator = random.Random(f"{run.run_id}{task_id}")
    units = float(generator.randint(20, 400))
    return MadeOutcome(
        run_id=run.run_id,
        task_id=task_id,
        units=units,
        within_budget=units <= 370,
        correct=generator.random() < 0.6,
        composite=generator.randint(0, 1),
    )


def made_frame() -> BoardFrame:
    tasks = {f"{family}-{n}": family for family, count in COUNTS.items() for n in range(count)}
    budgets = {"tight": 202.0, "medium": 370.0, "loose": 644.0}
    rules = {f: FamilyRules(GROUP_OF[f], budgets, BudgetLabel.MEDIUM) for f in Family}
    spec = BundleSpec(
        name="made",
        version="1",
        title="Made up",
        description="",
        licence="",
        kind=BundleKind.ECONOMIC,
        sources=(),
        prices=REFERENCE_PRICES,
        families=rules,
        proxy_cap=None,
        counts={family.value: count for family, count in COUNTS.items()},
        selection={},
        tasks_sha256="",
        canonical_sha256="",
    )
    return board_frame(spec, tasks)


def all_tasks(frame: BoardFrame) -> list[str]:
    return [task_id for ids in frame.tasks.values() for task_id in ids]


if __name__ == "__main__":
    main()
