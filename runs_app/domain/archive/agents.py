"""The agents that a manifest lists, and what the kind of its bundle asks of them."""

from collections.abc import Callable, Mapping

from runs_app.domain.archive import field_types as types
from runs_app.domain.archive.fields import Raw, Shape, read_object
from runs_app.domain.archive.findings import Place
from runs_app.domain.archive.limits import AGENTS_OF_AN_ARCHIVE
from runs_app.domain.archive.names import quoted
from runs_app.domain.episode import AgentSpec, CompositeMode, Track

AGENT_SHAPE = Shape(
    {
        "name": types.name(),
        "track": types.choice(Track),
        "model": types.name(optional=True),
        "scaffold": types.name(optional=True),
        "prompt": types.prose(),
        "composite_mode": types.choice(CompositeMode),
        "url": types.url(),
    },
    required=("name", "track"),
)


def read_agents(items: list[Raw], place: Place) -> Mapping[str, AgentSpec | None]:
    """Agents of an economic archive by name; None where the rest of one is unsound."""
    return _each(items, place, _check_economic_agent)


def read_meter_agents(items: list[Raw], place: Place) -> Mapping[str, AgentSpec | None]:
    """Agents of a meter archive by name: each is a model in a CLI."""
    return _each(items, place, _check_meter_agent)


def _each(
    items: list[Raw], place: Place, check: Callable[[AgentSpec, Place], None]
) -> Mapping[str, AgentSpec | None]:
    agents: dict[str, AgentSpec | None] = {}
    if not 0 < len(items) <= AGENTS_OF_AN_ARCHIVE:
        place.add("wrong_value", f"`agents` must have 1 to {AGENTS_OF_AN_ARCHIVE} items.")
    for number, item in enumerate(items[:AGENTS_OF_AN_ARCHIVE]):
        here = place.inside(f"agents[{number}]")
        read = read_object(item, AGENT_SHAPE, here)
        name = read.values.get("name")
        if name is None:
            continue
        if name in agents:
            place.add("duplicate_agent", f"Two agents have the name {quoted(name)}.")
        agents[name] = None if read.broken else AgentSpec(**read.values)
        if agent := agents[name]:
            check(agent, here)
    return agents


def _check_economic_agent(agent: AgentSpec, place: Place) -> None:
    if agent.is_control and agent.track is not Track.SCRIPTED:
        message = f"Agent {quoted(agent.name)} is in track {agent.track}."
        place.add("oracle_mode", message)


def _check_meter_agent(agent: AgentSpec, place: Place) -> None:
    if agent.is_control:
        message = f"Agent {quoted(agent.name)} answers from an oracle; a meter bundle has none."
        place.add("oracle_mode", message)
    lacking = [key for key in ("model", "scaffold") if not getattr(agent, key)]
    if lacking:
        message = f"Agent {quoted(agent.name)} has no {' and no '.join(lacking)}."
        place.add("no_configuration", message)
