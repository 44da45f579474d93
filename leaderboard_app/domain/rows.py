"""The frame of a bundle's boards and one agent's row in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.episode import AgentSpec, CostBasis
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.families import Family


@dataclass(frozen=True)
class BoardFrame:
    """A bundle's manifest and the ids of its tasks by family, both in a fixed order."""

    spec: BundleSpec
    tasks: Mapping[Family, tuple[str, ...]]

    @property
    def families(self) -> tuple[Family, ...]:
        """Families with tasks, in the order of ``Family``."""
        return tuple(family for family in Family if self.tasks.get(family))

    @property
    def sizes(self) -> dict[Family, int]:
        return {family: len(self.tasks[family]) for family in self.families}

    @property
    def task_count(self) -> int:
        return sum(self.sizes.values())

    def budget(self, family: Family, label: str, basis: CostBasis) -> float | None:
        """The budget of a family at a label in a cost basis; None where there is no cap."""
        if basis is CostBasis.EXECUTION_PROXY:
            return self.spec.proxy_cap
        return self.spec.families[family].budget(label)


def board_frame(spec: BundleSpec, task_families: Mapping[str, Family]) -> BoardFrame:
    """Group a bundle's tasks by family; the order of the mapping does not matter."""
    tasks: dict[Family, list[str]] = {family: [] for family in Family}
    for task_id in sorted(task_families):
        tasks[task_families[task_id]].append(task_id)
    return BoardFrame(spec, {family: tuple(ids) for family, ids in tasks.items()})


@dataclass(frozen=True)
class BoardAgent:
    """The ranked unit as stored: ``owner`` is a user name, None for the site's own agents."""

    id: int
    spec: AgentSpec
    owner: str | None = None


@dataclass(frozen=True)
class AgentRow:
    """One agent at one budget label: for each family one episode per task, missing or not."""

    agent: BoardAgent
    by_family: Mapping[Family, tuple[ScoredEpisode, ...]]

    @cached_property
    def episodes(self) -> tuple[ScoredEpisode, ...]:
        return tuple(chain.from_iterable(self.by_family.values()))

    @cached_property
    def is_complete(self) -> bool:
        return all(episode.missing is None for episode in self.episodes)

    @property
    def cost_basis(self) -> CostBasis:
        return self.agent.spec.cost_basis

    @property
    def is_control(self) -> bool:
        return self.agent.spec.is_control
