"""Budgets that bundles built here are given, in units per family and label.

Source: EcoAgent-Bench (arXiv 2608.05519): the triples of escalation_qa and cheap_qa are the
published ones, the others are ours (docs/bundles.md).
"""

from tasks_app.domain.bundle_spec import FamilyRules
from tasks_app.domain.families import GROUP_OF, SWEEP_LABELS, BudgetLabel, Family

_TABLE = (
    # family, tight, medium, loose, label of the main board
    (Family.ESCALATION, (202, 370, 644), BudgetLabel.MEDIUM),
    (Family.CHEAP, (90, 240, 480), BudgetLabel.TIGHT),
    (Family.STOP, (202, 370, 644), BudgetLabel.MEDIUM),
    (Family.MODEL_UPGRADE, (30, 200, 400), BudgetLabel.MEDIUM),
    (Family.FROZEN, (60, 240, 480), BudgetLabel.MEDIUM),
)

REFERENCE_FAMILIES = {
    family: FamilyRules(
        GROUP_OF[family],
        {label.value: units for label, units in zip(SWEEP_LABELS, budgets, strict=True)},
        main,
    )
    for family, budgets, main in _TABLE
}

REFERENCE_PROXY_CAP = 370
"""Cap of the workspace execution proxy (ours): the main budget of the dearest family."""
