"""A configuration: a model in a CLI, and the agent that stands for it in a grid."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from leaderboard_app.domain.payload import AgentPayload
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.rows import BoardAgent
from tasks_app.domain.configuration import configuration_key


@dataclass(frozen=True)
class Configuration:
    """``key`` is ``model x cli``, unique in a grid; ``cli`` names the owner or the agent too where
    the pair alone would not be unique."""

    key: str
    model: str
    cli: str
    agent: AgentPayload


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
)
"""From short to long."""


def _distinct_clis(agents: Sequence[BoardAgent]) -> list[str]:
    """For each agent the first naming that tells it from all that have no name yet."""
    names: dict[int, str] = {}
    taken: set[tuple[str, str]] = set()
    for naming in _NAMINGS:
        unnamed = [place for place in range(len(agents)) if place not in names]
        pairs = {place: (agents[place].spec.model, naming(agents[place])) for place in unnamed}
        shared = Counter(pairs.values())
        fresh = [place for place in unnamed if shared[pairs[place]] == 1]
        names |= {place: pairs[place][1] for place in fresh if pairs[place] not in taken}
        taken |= {pairs[place] for place in fresh}
    for place in range(len(agents)):
        if place not in names:
            names[place] = _numbered(agents[place], taken)
    return [names[place] for place in range(len(agents))]


def _numbered(agent: BoardAgent, taken: set[tuple[str, str]]) -> str:
    """A name with the agent's number, changed further while a CLI already calls itself so."""
    name = f"{agent.spec.scaffold} ({agent.spec.name}, {agent.id})"
    while (agent.spec.model, name) in taken:
        name += "'"
    taken.add((agent.spec.model, name))
    return name
