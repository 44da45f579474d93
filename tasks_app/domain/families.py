"""The five families, their groups and the decisions a task can call for.

Source: EcoAgent-Bench (arXiv 2608.05519), section on task families.
"""

from enum import StrEnum


class Family(StrEnum):
    FROZEN = "frozen_information_qa"
    ESCALATION = "escalation_qa"
    CHEAP = "cheap_qa"
    STOP = "stop_loss"
    MODEL_UPGRADE = "model_upgrade_qa"


class Group(StrEnum):
    """Whether spending more (up) or saving (save) is right in a family."""

    UP = "up"
    SAVE = "save"


class Decision(StrEnum):
    """What a task's canonical trace does."""

    CHEAP = "cheap"
    ESCALATE = "escalate"
    STOP = "stop"
    FAST = "fast"
    FRONTIER = "frontier"


class BudgetLabel(StrEnum):
    TIGHT = "tight"
    MEDIUM = "medium"
    LOOSE = "loose"
    MAIN = "main"


SWEEP_LABELS = (BudgetLabel.TIGHT, BudgetLabel.MEDIUM, BudgetLabel.LOOSE)

GROUP_OF = {
    Family.FROZEN: Group.UP,
    Family.ESCALATION: Group.UP,
    Family.MODEL_UPGRADE: Group.UP,
    Family.CHEAP: Group.SAVE,
    Family.STOP: Group.SAVE,
}

MODEL_TIER_FAMILIES = frozenset({Family.FROZEN, Family.MODEL_UPGRADE})
"""Families whose evidence is given in context; what is chosen is the model tier."""

FAMILY_TITLES = {
    Family.FROZEN: "Frozen information",
    Family.ESCALATION: "Escalation",
    Family.CHEAP: "Cheap",
    Family.STOP: "Stop-loss",
    Family.MODEL_UPGRADE: "Model upgrade",
}
