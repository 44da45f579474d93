"""One synthetic episode: reward, status, tokens and steps drawn from the traits of its parts."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Step, Usage
from runs_app.domain.synthetic.traits import CLI_TRAITS, KIND_TRAITS, MODEL_TRAITS
from tasks_app.domain.canonical import salted_key
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.synthetic.bundle import kind_of
from tasks_app.domain.synthetic.configurations import SOURCES

PARTIAL = (0.25, 0.5, 0.75)
PARTIAL_SHARE = 0.12
"""Chance of an episode that does not pass to have done some of it, on top of passing."""

TIMEOUT_SHARE, ERROR_SHARE = 0.08, 0.05
"""Of the episodes without any reward."""

OUTPUT_SHARE = 0.03
"""Output tokens for each input token."""

LUCK, SIZE_SPREAD, TASK_SPREAD, PAIR_SPREAD, WORDING_SPREAD = 0.25, 0.7, 1.0, 0.3, 1.0


@dataclass(frozen=True)
class Circumstances:
    """Who tried what, under which wording, for which time."""

    model: str
    cli: str
    task: MeterTask
    description: str
    repeat: int

    @property
    def agent(self) -> str:
        return configuration_key(self.model, self.cli)

    @property
    def has_trajectory(self) -> bool:
        """Whether steps are listed: descriptions are made from these episodes."""
        is_first = self.description == ORIGINAL and self.repeat == 1
        return is_first and self.agent in SOURCES and bool(self.task.descriptions.by_source)


def drawn_episode(where: Circumstances, draw: Random) -> EpisodeRecord:
    """The episode that ``draw`` gives; the same state of it gives the same episode."""
    reward = _reward(where, draw)
    status = EpisodeStatus.COMPLETED if reward > 0 else _failed_status(draw)
    effort = _effort(where, reward, draw)
    steps = max(3, round(KIND_TRAITS[kind_of(where.task.task_id)].steps * effort))
    return EpisodeRecord(
        agent=where.agent,
        task_id=where.task.task_id,
        budget_label="",
        attempt=1,
        status=status,
        usage=_usage(where, effort, steps),
        reward=reward if status is EpisodeStatus.COMPLETED else None,
        description=where.description,
        repeat=where.repeat,
        steps=tuple(_trajectory(where.task, steps)) if where.has_trajectory else (),
        step_count=steps,
        seconds=round(steps * draw.uniform(4.0, 9.0), 1),
    )


def _reward(where: Circumstances, draw: Random) -> float:
    """1 with the chance that a logistic curve gives to skill less demand; else some of it or 0."""
    kind = KIND_TRAITS[kind_of(where.task.task_id)]
    skill = MODEL_TRAITS[where.model].skill + CLI_TRAITS[where.cli].skill
    skill += PAIR_SPREAD * _fixed(where.agent) + _wording_ease(where)
    demand = kind.demand + TASK_SPREAD * _fixed(where.task.task_id)
    passes = 1 / (1 + math.exp(demand - skill))
    luck = draw.random()
    if luck < passes:
        return 1.0
    return draw.choice(PARTIAL) if luck < passes + PARTIAL_SHARE else 0.0


def _failed_status(draw: Random) -> EpisodeStatus:
    luck = draw.random()
    if luck < TIMEOUT_SHARE:
        return EpisodeStatus.AGENT_TIMEOUT
    if luck < TIMEOUT_SHARE + ERROR_SHARE:
        return EpisodeStatus.AGENT_ERROR
    return EpisodeStatus.COMPLETED


def _effort(where: Circumstances, reward: float, draw: Random) -> float:
    """Work done, 1 being usual for the kind of task: more where it leads nowhere."""
    waste = 1.0 if reward == 1 else MODEL_TRAITS[where.model].waste
    thrift = 1.0 if where.description == ORIGINAL else 1 - 0.1 * (1 + _wording_fit(where))
    size = math.exp(SIZE_SPREAD * _fixed(where.task.task_id, "size"))
    return draw.lognormvariate(0.0, LUCK) * waste * thrift * size


def _usage(where: Circumstances, effort: float, steps: int) -> Usage:
    model, cli = MODEL_TRAITS[where.model], CLI_TRAITS[where.cli]
    kind = KIND_TRAITS[kind_of(where.task.task_id)]
    tokens = round(kind.input_tokens * effort * model.verbosity * cli.verbosity)
    cached = round(tokens * cli.cached_share)
    return Usage(
        input_tokens=tokens,
        cached_input_tokens=cached,
        cache_creation_tokens=round((tokens - cached) * 0.2),
        output_tokens=round(tokens * OUTPUT_SHARE),
        requests=steps,
    )


def _wording_ease(where: Circumstances) -> float:
    """What another wording adds to the skill: some for any, more where it fits."""
    return 0.0 if where.description == ORIGINAL else 0.2 + WORDING_SPREAD * _wording_fit(where)


def _wording_fit(where: Circumstances) -> float:
    """How well a wording suits a configuration, -1 to 1: its own best of all."""
    if where.description == where.agent:
        return 1.0
    return _fixed(where.agent, where.description)


def _fixed(*parts: str) -> float:
    """A number from -1 to 1 that is always the same for the same words."""
    return int(salted_key("synthetic", *parts)[:8], 16) / 0x7FFFFFFF - 1


def _trajectory(task: MeterTask, count: int) -> Iterator[Step]:
    """Steps over the task's files: each is read, then written where it is an output."""
    read = [str(artifact["path"]) for artifact in task.artifacts]
    written = [str(output["path"]) for output in task.outputs]
    for place in range(count):
        is_late = 2 * place >= count
        paths = written if is_late else read
        path = paths[place % len(paths)]
        action = "write" if is_late else "read"
        yield Step(action, {"path": path}, f"[synthetic] {action} {path}", seconds=0.5)
