"""What the path that escalates costs in each family, from the bundle's prices alone (ours).

Never from a task's oracle: the price of one's own canonical trace would tell its decision.
"""

from dataclasses import dataclass

from tasks_app.domain.families import MODEL_TIER_FAMILIES, Family
from tasks_app.domain.prices import Action, PriceSchedule, Tier

RESEARCH_PATH = (Action.SEARCH, Action.READ, Action.READ, Action.DEEP_RESEARCH)
ADAPTIVE_FAMILIES = frozenset({Family.ESCALATION})
"""Families whose decision calls for composite research; using it in the others is misdirected."""


@dataclass(frozen=True)
class EscalationPath:
    """``text`` names the steps; ``units`` is their price, None where the bundle has none."""

    text: str
    units: float | None


def escalation_path(family: Family, prices: PriceSchedule) -> EscalationPath:
    """Search, read twice and research in full; for the model-tier families the frontier tier.

    EcoAgent-Bench, budget sweep: 30 + 2 x 16 + 260 = 322 units at the reference prices.
    """
    if family in MODEL_TIER_FAMILIES:
        return EscalationPath("run_model:frontier", prices.tiers.get(Tier.FRONTIER))
    priced = all(prices.knows(action) for action in RESEARCH_PATH)
    units = prices.total((action, None) for action in RESEARCH_PATH) if priced else None
    return EscalationPath(" + ".join(RESEARCH_PATH), units)


def has_composite_research(family: Family) -> bool:
    return family not in MODEL_TIER_FAMILIES
