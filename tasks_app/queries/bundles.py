"""All reads of bundles and tasks that others use: frozen values, never ORM rows.

Bundles are immutable, so what is read of one is kept in the process; the cache is keyed by
the bundle's id, which the database never gives twice.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Coalesce

from tasks_app.domain import bundle_format
from tasks_app.domain.bundle_spec import BundleKind, BundleSpec
from tasks_app.domain.families import Family
from tasks_app.domain.meter_task import MeterTask, MeterView, meter_view
from tasks_app.domain.task_spec import AgentView, TaskSpec, agent_view
from tasks_app.models import Bundle, Task


@dataclass(frozen=True)
class BundleRow:
    """One published bundle, as lists show it; ``ref`` is ``name@version``."""

    id: int
    name: str
    version: str
    ref: str
    kind: str
    title: str
    task_count: int
    imported_at: datetime


def all_bundles() -> tuple[BundleRow, ...]:
    """Every bundle, the newest first."""
    return tuple(bundle_row(bundle) for bundle in listed_bundles())


def find_bundle(ref: str | None = None, kind: BundleKind | None = None) -> BundleRow | None:
    """The bundle ``name@version``; ``name`` is its newest version, None the newest of all.

    ``kind`` looks among bundles of one kind: who takes the newest wants one that it can show.
    """
    bundles = listed_bundles().filter(kind=kind) if kind else listed_bundles()
    if ref:
        name, at, version = ref.partition("@")
        bundles = bundles.filter(name=name)
        bundles = bundles.filter(version=version) if at else bundles
    newest = bundles.first()
    return None if newest is None else bundle_row(newest)


def listed_bundles() -> QuerySet[Bundle]:
    """The bundles, newest first, for this app's lists; ``bundle_row`` is what they show."""
    return Bundle.objects.defer("manifest")


def bundle_row(bundle: Bundle) -> BundleRow:
    """The value of a row of ``listed_bundles``."""
    return BundleRow(
        id=bundle.pk,
        name=bundle.name,
        version=bundle.version,
        ref=str(bundle),
        kind=bundle.kind,
        title=bundle.title,
        task_count=bundle.task_count,
        imported_at=bundle.imported_at,
    )


@lru_cache(maxsize=64)
def bundle_spec(bundle_id: int) -> BundleSpec:
    """The manifest of a bundle. Raises Bundle.DoesNotExist."""
    manifest = Bundle.objects.values_list("manifest", flat=True).get(pk=bundle_id)
    return bundle_format.bundle_spec(manifest)


def task_specs(bundle_id: int, task_ids: Collection[str] | None = None) -> dict[str, TaskSpec]:
    """Tasks of an economic bundle by id, in bundle order, oracle included: for evaluators only."""
    if task_ids is None:
        return dict(_all_task_specs(bundle_id))
    return _read_task_specs(Task.objects.filter(bundle_id=bundle_id, task_id__in=list(task_ids)))


@lru_cache(maxsize=4)
def _all_task_specs(bundle_id: int) -> dict[str, TaskSpec]:
    return _read_task_specs(Task.objects.filter(bundle_id=bundle_id))


def _read_task_specs(tasks: QuerySet[Task]) -> dict[str, TaskSpec]:
    lines = tasks.order_by("position").values_list("spec", flat=True)
    specs = (bundle_format.task_from_json(line) for line in lines)
    return {spec.task_id: spec for spec in specs}


@lru_cache(maxsize=64)
def task_families(bundle_id: int) -> dict[str, Family]:
    """The family of each task of an economic bundle, in bundle order."""
    tasks = Task.objects.filter(bundle_id=bundle_id).order_by("position")
    return {task_id: Family(family) for task_id, family in tasks.values_list("task_id", "family")}


def agent_views(bundle_id: int, task_ids: Collection[str] | None = None) -> dict[str, AgentView]:
    """What an agent may see of the tasks of an economic bundle, by id, in bundle order."""
    return {key: agent_view(task) for key, task in task_specs(bundle_id, task_ids).items()}


def listed_tasks(
    bundle_id: int, family: str | None = None, task_set: str | None = None
) -> QuerySet[Task]:
    """The tasks of a bundle for this app's lists, each with what is ``asked``, its ``sets`` (None
    in an economic bundle) and nothing else of its spec."""
    tasks = Task.objects.filter(bundle_id=bundle_id)
    if family:
        tasks = tasks.filter(family=family)
    if task_set:
        tasks = tasks.filter(spec__sets__contains=[task_set])
    asked = Coalesce(KeyTextTransform("question", "spec"), KeyTextTransform("instruction", "spec"))
    return tasks.defer("spec").annotate(asked=asked, sets=KeyTransform("sets", "spec"))


def meter_tasks(bundle_id: int) -> dict[str, MeterTask]:
    """Tasks of a meter bundle by id, in bundle order, hidden evaluation included."""
    return dict(_all_meter_tasks(bundle_id))


@lru_cache(maxsize=4)
def _all_meter_tasks(bundle_id: int) -> dict[str, MeterTask]:
    lines = Task.objects.filter(bundle_id=bundle_id).order_by("position")
    found = map(bundle_format.meter_task_from_json, lines.values_list("spec", flat=True))
    return {task.task_id: task for task in found}


def meter_task_view(bundle_id: int, task_id: str) -> MeterView | None:
    """What anybody may see of one task of a meter bundle; None where it has no such task."""
    line = Task.objects.filter(bundle_id=bundle_id, task_id=task_id).values_list("spec", flat=True)
    found = line.first()
    return None if found is None else meter_view(bundle_format.meter_task_from_json(found))
