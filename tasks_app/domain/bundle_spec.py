"""A bundle as a value: its manifest, budgets, prices and tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tasks_app.domain.families import BudgetLabel, Family, Group
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.prices import PriceSchedule
from tasks_app.domain.task_spec import TaskSpec

BUNDLE_FORMAT = "ecoagent-bundle/1"


class BundleKind(StrEnum):
    ECONOMIC = "economic"
    METER = "meter"


@dataclass(frozen=True)
class FamilyRules:
    """Group and budgets (units) of a family; ``main`` names the label of the main board."""

    group: Group
    budgets: Mapping[str, float]
    main: BudgetLabel

    def effective_label(self, label: str) -> str:
        """The label whose budget applies: ``main`` stands for the family's own main label."""
        return self.main if label == BudgetLabel.MAIN else label

    def budget(self, label: str) -> float:
        """Budget in units at a budget label (tight, medium, loose or main)."""
        return self.budgets[self.effective_label(label)]


@dataclass(frozen=True)
class BundleSpec:
    """The manifest of one published bundle (``bundle.json``), typed; tasks are kept apart.

    A bundle of kind ``meter`` has no prices, families or cap, and counts tasks by set instead of
    by family. ``labeller`` tells who recorded the tier labels; None where nobody did.
    """

    name: str
    version: str
    title: str
    description: str
    licence: str
    kind: BundleKind
    sources: tuple[Mapping[str, Any], ...]
    prices: PriceSchedule
    families: Mapping[Family, FamilyRules]
    proxy_cap: float | None
    counts: Mapping[str, int]
    selection: Mapping[str, str]
    tasks_sha256: str
    canonical_sha256: str
    labeller: Mapping[str, Any] | None = None

    @property
    def ref(self) -> str:
        return f"{self.name}@{self.version}"


@dataclass(frozen=True)
class Bundle:
    """A manifest with its tasks: ``tasks`` of an economic bundle, ``meter_tasks`` of the other."""

    spec: BundleSpec
    tasks: tuple[TaskSpec, ...]
    meter_tasks: tuple[MeterTask, ...] = ()
