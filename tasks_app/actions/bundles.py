"""Importing a bundle, once and for good."""

from collections.abc import Iterator

from django.db import IntegrityError, transaction

from tasks_app.domain import bundle_format, gates
from tasks_app.domain.bundle_spec import Bundle
from tasks_app.domain.errors import Conflict, Refused
from tasks_app.models import Bundle as BundleRecord
from tasks_app.models import Task as TaskRecord


def import_bundle(bundle: Bundle) -> int:
    """Store a bundle and return its id; the same bundle again changes nothing.

    Raises Refused with every gate that fails, and Conflict where its name and version are taken
    by other content.
    """
    if (known := _stored(bundle)) is not None:
        return known
    findings = gates.findings(bundle)
    if findings:
        raise Refused(findings)
    try:
        return _store(bundle)
    except IntegrityError:
        # Somebody imported it between our look and our write.
        known = _stored(bundle)
        if known is None:
            raise
        return known


def _stored(bundle: Bundle) -> int | None:
    """The id of the same bundle, if it is there. Raises Conflict for another of its name."""
    spec = bundle.spec
    record = BundleRecord.objects.filter(name=spec.name, version=spec.version).first()
    if record is None:
        return None
    if record.manifest != bundle_format.manifest_to_json(spec):
        raise Conflict(
            f"{spec.ref} was published with other content; a bundle never changes. "
            "Give this one another version."
        )
    return int(record.pk)


@transaction.atomic
def _store(bundle: Bundle) -> int:
    spec = bundle.spec
    record = BundleRecord.objects.create(
        name=spec.name,
        version=spec.version,
        kind=spec.kind.value,
        title=spec.title,
        manifest=bundle_format.manifest_to_json(spec),
        tasks_sha256=spec.tasks_sha256,
        canonical_sha256=spec.canonical_sha256,
        task_count=len(bundle.tasks) + len(bundle.meter_tasks),
    )
    TaskRecord.objects.bulk_create(_task_records(bundle, record), batch_size=500)
    return int(record.pk)


def _task_records(bundle: Bundle, record: BundleRecord) -> Iterator[TaskRecord]:
    lines = [
        *(
            (task.task_id, task.family.value, bundle_format.task_to_json(task))
            for task in bundle.tasks
        ),
        *(
            (task.task_id, "", bundle_format.meter_task_to_json(task))
            for task in bundle.meter_tasks
        ),
    ]
    for position, (task_id, family, spec) in enumerate(lines):
        yield TaskRecord(
            bundle=record, task_id=task_id, position=position, family=family, spec=spec
        )
