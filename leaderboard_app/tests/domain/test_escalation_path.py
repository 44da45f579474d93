from dataclasses import replace

import pytest

from leaderboard_app.domain.escalation_path import escalation_path
from tasks_app.domain.families import Family
from tasks_app.domain.prices import REFERENCE_PRICES


@pytest.mark.parametrize("family", [Family.ESCALATION, Family.CHEAP, Family.STOP])
def test_the_path_costs_what_the_paper_says(family):
    # 30 + 16 + 16 + 260.
    assert escalation_path(family, REFERENCE_PRICES).units == 322


@pytest.mark.parametrize("family", [Family.MODEL_UPGRADE, Family.FROZEN])
def test_in_the_model_tier_families_the_path_is_the_frontier_tier(family):
    assert escalation_path(family, REFERENCE_PRICES).units == 160


def test_other_prices_give_another_path_cost():
    dear = replace(REFERENCE_PRICES, actions={**REFERENCE_PRICES.actions, "deep_research": 1000})

    assert escalation_path(Family.ESCALATION, dear).units == 1062


def test_a_bundle_without_a_price_has_no_path_cost():
    without = replace(REFERENCE_PRICES, actions={"search": 30, "read": 16}, tiers={})

    assert escalation_path(Family.ESCALATION, without).units is None
    assert escalation_path(Family.FROZEN, without).units is None
