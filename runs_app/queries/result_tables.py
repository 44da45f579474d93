"""Reads of tables of results, and of how their owners read earlier ones."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.manifest import BundleRef
from runs_app.domain.result_tables.result_mapping import ResultMapping, mapping_from_json
from runs_app.models import ResultTable, TableMapping
from runs_app.queries.archives import bundle_facts
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.foreign_tables.rows import Scalar
from tasks_app.domain.foreign_tables.task_ids import task_id_of, written_id
from tasks_app.queries import BundleRow, all_bundles, find_bundle

MOST_TRIED = 10
"""Bundles that are looked through for a table's tasks."""


def own_tables(user: Any) -> QuerySet[ResultTable]:
    """The tables that ``user`` brought, newest first."""
    return ResultTable.objects.filter(owner=user)


def own_mappings(user: Any) -> QuerySet[TableMapping]:
    """The mappings that ``user`` kept, the latest used first."""
    return TableMapping.objects.filter(owner=user).select_related("bundle")


def fitting_mapping(user: Any, columns: Iterable[str]) -> TableMapping | None:
    """The latest used mapping of ``user`` whose columns are all there."""
    known = set(columns)
    for kept in own_mappings(user):
        if known.issuperset(kept_mapping(kept).columns.values()):
            return kept
    return None


def kept_mapping(kept: TableMapping) -> ResultMapping:
    return mapping_from_json(kept.mapping)


def meter_bundles() -> tuple[BundleRow, ...]:
    """The bundles that a table of results can be of, newest first."""
    return tuple(row for row in all_bundles() if row.kind == BundleKind.METER)


def bundle_with_tasks(written: Iterable[Scalar]) -> str:
    """The meter bundle that has most tasks of these cells, the newest of equals; blank where
    none has any."""
    ids = {task_id_of(written_id(cell)) for cell in written}
    best, most = "", 0
    for row in meter_bundles()[:MOST_TRIED] if ids else ():
        facts = meter_facts(row.ref)
        found = len(ids.intersection(facts.families)) if facts else 0
        if found > most:
            best, most = row.ref, found
    return best


def meter_facts(ref: str) -> BundleFacts | None:
    """What a table is checked against; None where ``ref`` is no meter bundle."""
    row = find_bundle(ref) if ref else None
    if row is None or row.kind != BundleKind.METER:
        return None
    return bundle_facts(BundleRef(row.name, row.version))
