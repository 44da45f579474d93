"""What actions cost, in abstract units.

The schedule always comes from the bundle; the reference one below is what bundles built
here are given (EcoAgent-Bench, price table; the choices marked (ours) in docs/metrics.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    SEARCH = "search"
    READ = "read"
    LOOKUP = "lookup"
    DEEP_RESEARCH = "deep_research"
    ASK_HUMAN = "ask_human"
    RUN_MODEL = "run_model"
    ANSWER = "answer"
    ABSTAIN = "abstain"


class Tier(StrEnum):
    FAST = "fast"
    FRONTIER = "frontier"


COMPOSITE_ACTIONS = frozenset({Action.DEEP_RESEARCH})
"""Composite research: one priced call that runs a whole agentic search."""

TERMINAL_ACTIONS = frozenset({Action.ANSWER, Action.ABSTAIN})


def split_action(name: str) -> tuple[str, str | None]:
    """(action, tier) of an action as traces and tools write it: ``run_model:fast``, ``read``."""
    action, _, tier = name.partition(":")
    return action, tier or None


@dataclass(frozen=True)
class PriceSchedule:
    """Units per action, and per model tier for ``run_model``. All amounts >= 0."""

    actions: Mapping[str, float]
    tiers: Mapping[str, float]

    def knows(self, action: str) -> bool:
        return action in self.actions or action == Action.RUN_MODEL or action in TERMINAL_ACTIONS

    def price(self, action: str, tier: str | None = None) -> float:
        """Units of one step. Raises KeyError for an action or tier without a price."""
        if action == Action.RUN_MODEL:
            return self.tiers[tier or ""]
        if action in TERMINAL_ACTIONS:
            return self.actions.get(action, 0)
        return self.actions[action]

    def total(self, steps: Iterable[tuple[str, str | None]]) -> float:
        """Units of a sequence of (action, tier)."""
        return sum(self.price(action, tier) for action, tier in steps)


REFERENCE_PRICES = PriceSchedule(
    actions={
        Action.LOOKUP.value: 6,
        Action.READ.value: 16,
        Action.SEARCH.value: 30,
        Action.DEEP_RESEARCH.value: 260,
        Action.ASK_HUMAN.value: 600,
    },
    tiers={Tier.FAST.value: 20, Tier.FRONTIER.value: 160},
)
