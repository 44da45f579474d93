"""The environment as agents see it, and the moves that policies are written in."""

from collections.abc import Mapping
from typing import Any, Protocol

from runs_app.domain.environment import Observation
from tasks_app.domain.prices import Action, Tier
from tasks_app.domain.task_spec import AgentView


class Environment(Protocol):
    """All that a policy gets: what it may see of the task, units left, prices and calls."""

    view: AgentView

    @property
    def remaining(self) -> float: ...

    def price(self, action: str, tier: str | None = None) -> float | None: ...

    def act(self, action: str, arguments: Mapping[str, Any] | None = None) -> Observation: ...


def offers_tiers(environment: Environment) -> bool:
    """Whether the task is about which model tier to run: its evidence is given."""
    return environment.price(Action.RUN_MODEL, Tier.FAST) is not None


def affords(environment: Environment, *actions: Action) -> bool:
    """Whether the task offers all of the actions and the remaining units pay for them."""
    prices = [environment.price(action) for action in actions]
    return None not in prices and sum(filter(None, prices)) <= environment.remaining


def affords_tier(environment: Environment, tier: Tier) -> bool:
    """Whether the remaining units pay for one call of the tier."""
    price = environment.price(Action.RUN_MODEL, tier)
    return price is not None and price <= environment.remaining


def search(environment: Environment) -> Observation:
    """Search for the task's question."""
    return environment.act(Action.SEARCH, {"query": environment.view.question})


def read(environment: Environment, found: Observation, place: int = 0) -> Observation:
    """Open what a search found at ``place`` (from 0), its last match where it found fewer."""
    if not found.documents:
        return Observation("There is nothing to read.", ran=False)
    document = found.documents[min(place, len(found.documents) - 1)]
    return environment.act(Action.READ, {"doc_id": document.doc_id})


def research(environment: Environment) -> Observation:
    """Composite research on the task's question."""
    return environment.act(Action.DEEP_RESEARCH)


def run_model(environment: Environment, tier: Tier) -> Observation:
    """Let a model of the tier read what is given and what was observed."""
    return environment.act(Action.RUN_MODEL, {"tier": tier})


def answer(environment: Environment, text: str) -> None:
    environment.act(Action.ANSWER, {"text": text})


def abstain(environment: Environment) -> None:
    environment.act(Action.ABSTAIN)
