"""A configuration: a model in a CLI, and the agent that stands for it in a grid."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from leaderboard_app.domain.payload import AgentPayload
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.rows import BoardAgent


@dataclass(frozen=True)
class Configuration:
    """``key`` is ``model x cli``, unique in a grid; ``cli`` names the owner or the agent too where
    the pair alone would not be unique."""

    key: str
    model: str
    cli: str
    agent: AgentPayload


def configuration_key(model: str, cli: str) -> str:
    return f"{model} x {cli}"


def configurations(agents: Iterable[BoardAgent]) -> tuple[Configuration, ...]:
    """The configurations of a grid, by model and CLI; two agents never share a key."""
    ordered = sorted(agents, key=lambda agent: agent.id)
    names = _distinct_clis(ordered)
    found = [
        Configuration(
            configuration_key(agent.spec.model, cli), agent.spec.model, cli, agent_payload(agent)
        )
        for agent, cli in zip(ordered, names, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (one.model, one.cli)))


_NAMINGS: tuple[Callable[[BoardAgent], str], ...] = (
    lambda agent: agent.spec.scaffold,
    lambda agent: f"{agent.spec.scaffold} ({agent.owner or 'this site'})",
    lambda agent: f"{agent.spec.scaffold} ({agent.spec.name})",
    lambda agent: f"{agent.spec.scaffold} ({agent.spec.name}, {agent.id})",
)
"""From short to certainly unique."""


def _distinct_clis(agents: Sequence[BoardAgent]) -> list[str]:
    """For each agent the first naming under which nobody else has its model and CLI."""
    names = [""] * len(agents)
    unnamed = set(range(len(agents)))
    for naming in _NAMINGS:
        shared = Counter((agent.spec.model, naming(agent)) for agent in agents)
        for index in sorted(unnamed):
            agent = agents[index]
            if shared[agent.spec.model, naming(agent)] == 1:
                names[index] = naming(agent)
                unnamed.discard(index)
    return names
