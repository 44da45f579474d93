"""The synthetic grid: 28 configurations on every task, and four of them on other wordings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import AgentSpec, EpisodeRecord, EpisodeStatus, Track
from runs_app.domain.synthetic.drawing import Circumstances, drawn_episode
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.synthetic.configurations import CLIS, MODELS, SOURCES

SEED = "ecoagent-synthetic-4"
REPEATS = 2
INFRASTRUCTURE_SHARE = 0.01


@dataclass(frozen=True)
class SyntheticAgent:
    """A configuration of the grid as an agent of an archive."""

    model: str
    cli: str

    @property
    def key(self) -> str:
        return configuration_key(self.model, self.cli)

    @property
    def spec(self) -> AgentSpec:
        return AgentSpec(self.key, Track.WORKSPACE, model=self.model, scaffold=self.cli)


def synthetic_agents() -> tuple[SyntheticAgent, ...]:
    """The 28 configurations."""
    return tuple(SyntheticAgent(model, cli) for model in MODELS for cli in CLIS)


def source_agents() -> tuple[SyntheticAgent, ...]:
    """The four from whose trajectories descriptions were made."""
    return tuple(agent for agent in synthetic_agents() if agent.key in SOURCES)


def grid_records(
    tasks: Sequence[MeterTask], repeats: int = REPEATS, seed: str = SEED
) -> Iterator[EpisodeRecord]:
    """Every configuration on every task under the original descriptions."""
    for agent in synthetic_agents():
        for repeat in range(1, repeats + 1):
            for task in tasks:
                yield from _attempts(agent, task, ORIGINAL, repeat, seed)


def description_records(
    tasks: Sequence[MeterTask], repeats: int = REPEATS, seed: str = SEED
) -> Iterator[EpisodeRecord]:
    """The four source configurations on the tasks with other wordings, under each of these."""
    for agent in source_agents():
        for task in tasks:
            wordings = task.descriptions.by_source
            for description in ("generic", *wordings) if wordings else ():
                for repeat in range(1, repeats + 1):
                    yield from _attempts(agent, task, description, repeat, seed)


def _attempts(
    agent: SyntheticAgent, task: MeterTask, description: str, repeat: int, seed: str
) -> Iterator[EpisodeRecord]:
    """The episode, now and then after one that the infrastructure broke.

    Luck is the same under every wording, so that what differs between them is the wording's.
    """
    key = "|".join((seed, agent.key, task.task_id, str(repeat)))
    draw = Random(key)  # noqa: S311 - nothing secret: the same key gives the same episode
    where = Circumstances(agent.model, agent.cli, task, description, repeat)
    episode = drawn_episode(where, draw)
    if draw.random() < INFRASTRUCTURE_SHARE:
        broken = EpisodeStatus.INFRASTRUCTURE_ERROR
        yield replace(episode, status=broken, reward=None, usage=None, steps=(), step_count=None)
        episode = replace(episode, attempt=2)
    yield episode
