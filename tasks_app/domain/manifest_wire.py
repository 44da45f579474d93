"""``bundle.json`` and its typed value, both ways."""

from typing import Annotated, Any, Literal

import msgspec

from tasks_app.domain.bundle_spec import BUNDLE_FORMAT, BundleKind, BundleSpec, FamilyRules
from tasks_app.domain.families import BudgetLabel, Family, Group
from tasks_app.domain.meter_task import TaskSet
from tasks_app.domain.prices import Action, PriceSchedule, Tier
from tasks_app.domain.task_wire import Strict, Text, plain_json

Name = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*\Z",
        max_length=100,
        description="letters, digits and _ -, a letter or digit first",
    ),
]
Version = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*\Z",
        max_length=50,
        description="letters, digits and . _ + -, a letter or digit first",
    ),
]
Sha256 = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hexadecimal digits in lower case")
]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Positive = (
    Annotated[int, msgspec.Meta(gt=0, le=10**9)] | Annotated[float, msgspec.Meta(gt=0, le=10**9)]
)
NotNegative = (
    Annotated[int, msgspec.Meta(ge=0, le=10**9)] | Annotated[float, msgspec.Meta(ge=0, le=10**9)]
)
Count = Annotated[int, msgspec.Meta(ge=0)]


class SourceEntryWire(Strict, frozen=True, omit_defaults=True):
    """``packages`` (name to version) is ours: what a pool made here was derived from."""

    name: Text
    url: str
    licence: str
    rows: Count
    sha256: Sha256
    packages: dict[str, str] = {}


class PricesWire(Strict, frozen=True):
    actions: dict[Action, NotNegative]
    tiers: dict[Tier, Positive]


class BudgetsWire(Strict, frozen=True):
    tight: Positive
    medium: Positive
    loose: Positive


class FamilyWire(Strict, frozen=True):
    group: Group
    budgets: BudgetsWire
    main: Literal["tight", "medium", "loose"]


class SelectionWire(Strict, frozen=True):
    salt: str
    method: Literal["salted-sha256"]


class ManifestWire(Strict, frozen=True, kw_only=True):
    """What bundles of both kinds say of themselves."""

    format: Literal["ecoagent-bundle/1"]
    name: Name
    version: Version
    title: Title
    description: str
    licence: Text
    sources: list[SourceEntryWire]
    kind: BundleKind
    tasks_sha256: Sha256
    canonical_sha256: Sha256
    labeller: dict[str, Any] | None = None


class EconomicManifestWire(ManifestWire, frozen=True, kw_only=True):
    prices: PricesWire
    families: dict[Family, FamilyWire]
    proxy_cap: Positive | None
    counts: dict[Family, Count]
    selection: SelectionWire


class MeterManifestWire(ManifestWire, frozen=True, kw_only=True):
    counts: dict[TaskSet, Count] = {}
    selection: SelectionWire | None = None


ECONOMIC_ONLY = frozenset({"prices", "families", "proxy_cap"})


def wire_of(kind: BundleKind) -> type[ManifestWire]:
    return MeterManifestWire if kind is BundleKind.METER else EconomicManifestWire


def bundle_spec(manifest: dict[str, Any]) -> BundleSpec:
    """A manifest that was accepted before, as a value. Raises msgspec.ValidationError."""
    return spec_of_wire(msgspec.convert(manifest, wire_of(BundleKind(manifest["kind"]))))


def spec_of_wire(wire: ManifestWire) -> BundleSpec:
    known = plain_json(wire)
    prices = known.get("prices", {"actions": {}, "tiers": {}})
    return BundleSpec(
        name=wire.name,
        version=wire.version,
        title=wire.title,
        description=wire.description,
        licence=wire.licence,
        kind=wire.kind,
        sources=tuple(known["sources"]),
        prices=PriceSchedule(prices["actions"], prices["tiers"]),
        families={Family(k): _rules(v) for k, v in known.get("families", {}).items()},
        proxy_cap=known.get("proxy_cap"),
        counts=known["counts"],
        selection=known.get("selection") or {},
        tasks_sha256=wire.tasks_sha256,
        canonical_sha256=wire.canonical_sha256,
        labeller=wire.labeller,
    )


def _rules(family: dict[str, Any]) -> FamilyRules:
    return FamilyRules(Group(family["group"]), family["budgets"], BudgetLabel(family["main"]))


def manifest_to_json(spec: BundleSpec) -> dict[str, Any]:
    """The ``bundle.json`` of a bundle; keys that its kind does not have are left out."""
    manifest: dict[str, Any] = {"format": BUNDLE_FORMAT} | plain_json(spec)
    absent = {"labeller"} if spec.labeller is None else set()
    if not spec.selection:
        absent.add("selection")
    if spec.kind is BundleKind.METER:
        absent |= ECONOMIC_ONLY
    return {key: value for key, value in manifest.items() if key not in absent}
