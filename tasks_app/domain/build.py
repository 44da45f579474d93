"""The one pipeline behind ``build_bundle``: seed pools and a salt in, a sealed bundle out.

Pure: the same pools and salt give the same bytes; another salt gives another selection.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.bundle_spec import Bundle, BundleKind, BundleSpec
from tasks_app.domain.labeller import TierLabels
from tasks_app.domain.prices import REFERENCE_PRICES
from tasks_app.domain.reference_rules import REFERENCE_FAMILIES, REFERENCE_PROXY_CAP
from tasks_app.domain.seedpools.seed_file import SeedFile
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.selection import Selection, SlotFill, salted_rows
from tasks_app.domain.slots import SLOTS, Slot
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.domain.transforms.recipe import Workbench

Progress = Callable[[SlotFill], None]


@dataclass(frozen=True)
class Labeller:
    """Who records the tier labels, and the provenance that the manifest keeps of it."""

    label: Callable[[SeedRow], TierLabels]
    provenance: Mapping[str, Any]


@dataclass(frozen=True)
class BuildPlan:
    """How the bundle is called and selected; ``slots`` say what it consists of."""

    name: str
    version: str
    salt: str
    title: str
    slots: Sequence[Slot] = SLOTS


@dataclass(frozen=True)
class Build:
    bundle: Bundle
    fills: tuple[SlotFill, ...]


def build_bundle(
    files: Sequence[SeedFile], plan: BuildPlan, labeller: Labeller, progress: Progress | None = None
) -> Build:
    """Select, transform, gate and seal. Raises Refused for a slot that cannot be filled."""
    spec = _manifest(plan, labeller)
    # Two slots look at the same rows for different decisions: each row is labelled once.
    bench = Workbench(plan.salt, spec.prices, cache(labeller.label))
    selection = Selection(spec, bench, _pools(files, plan.salt))
    fills = []
    for slot in plan.slots:
        fills.append(selection.fill(slot))
        if progress is not None:
            progress(fills[-1])
    tasks = [task for fill in fills for task in fill.tasks]
    return Build(sealed(_described(spec, files, tasks, fills), tasks), tuple(fills))


def _pools(files: Sequence[SeedFile], salt: str) -> dict[str, list[SeedRow]]:
    rows: dict[str, list[SeedRow]] = {}
    for file in files:
        rows.setdefault(file.origin.dataset, []).extend(file.rows)
    return {dataset: salted_rows(found, salt) for dataset, found in rows.items()}


def _described(
    spec: BundleSpec,
    files: Sequence[SeedFile],
    tasks: Sequence[TaskSpec],
    fills: Sequence[SlotFill],
) -> BundleSpec:
    """The manifest once the tasks are known: counts, sources, licence and what fell back."""
    sources = _sources(files, tasks)
    return replace(
        spec,
        description=_description(tasks, fills),
        licence="; ".join(sorted({entry["licence"] for entry in sources})),
        sources=tuple(sources),
        counts=dict(sorted(Counter(task.family.value for task in tasks).items())),
    )


def _description(tasks: Sequence[TaskSpec], fills: Sequence[SlotFill]) -> str:
    """What the tasks were made of, and where one pool stood in for another."""
    made_of = Counter(task.oracle.source.dataset for task in tasks)
    if len(made_of) == 1:
        return f"{len(tasks)} tasks, all made from {next(iter(made_of))}."
    stand_ins = "; ".join(_fallback(fill) for fill in fills if fill.fell_back)
    told = f" Other pools stood in where the first declared was short: {stand_ins}."
    return f"{len(tasks)} tasks: {_counted(made_of)}.{told if stand_ins else ''}"


def _sources(files: Sequence[SeedFile], tasks: Sequence[TaskSpec]) -> list[dict[str, Any]]:
    """One entry for each file that a task was made from; a row belongs to the first file."""
    used = {(task.oracle.source.dataset, task.oracle.source.row_id) for task in tasks}
    entries = []
    for file in files:
        mine = used.intersection((row.dataset, row.row_id) for row in file.rows)
        used -= mine
        if mine:
            entries.append(_source(file, len(mine)))
    return entries


def _source(file: SeedFile, rows: int) -> dict[str, Any]:
    origin = file.origin
    entry = {"name": origin.dataset, "url": origin.url, "licence": origin.licence}
    packages = {"packages": dict(origin.packages)} if origin.packages else {}
    return {**entry, "rows": rows, "sha256": file.sha256, **packages}


def _fallback(fill: SlotFill) -> str:
    return f"{fill.slot.name} ({_counted(fill.taken)} for {fill.slot.choices[0].dataset})"


def _counted(rows: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {dataset}" for dataset, count in sorted(rows.items()))


def _manifest(plan: BuildPlan, labeller: Labeller) -> BundleSpec:
    return BundleSpec(
        name=plan.name,
        version=plan.version,
        title=plan.title,
        description="",
        licence="",
        kind=BundleKind.ECONOMIC,
        sources=(),
        prices=REFERENCE_PRICES,
        families=REFERENCE_FAMILIES,
        proxy_cap=REFERENCE_PROXY_CAP,
        counts={},
        selection={"salt": plan.salt, "method": "salted-sha256"},
        tasks_sha256="",
        canonical_sha256="",
        labeller=labeller.provenance,
    )
