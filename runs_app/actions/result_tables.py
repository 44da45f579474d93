"""Tables of results: kept until they are read, and taken in by the road of every upload."""

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile, File
from django.db import transaction
from django.utils import timezone

from runs_app.actions.archive_receipt import receive_archive
from runs_app.domain.archive.names import shown_name
from runs_app.domain.archive.writer import ArchiveOf, write_archive
from runs_app.domain.result_tables.account import archive_description
from runs_app.domain.result_tables.conversion import Checked, Conversion
from runs_app.domain.result_tables.result_mapping import ResultMapping, mapping_from_json
from runs_app.models import Archive, ResultTable, TableMapping, Visibility
from tasks_app.domain.errors import NotAllowed, Problem, Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.foreign_tables.limits import LIMITS, TableLimits
from tasks_app.domain.foreign_tables.refusals import too_many_bytes
from tasks_app.queries import find_bundle

KEPT_TABLES = 10
"""Tables of one person that wait at a time; a further one makes the oldest go."""

KEPT_MAPPINGS = 50
"""Mappings that are kept of one person; the longest unused goes."""


@dataclass(frozen=True)
class Taking:
    """Whose table it is, what it is called, and what its owner chose."""

    owner: Any
    name: str
    sha256: str
    visibility: str = Visibility.PUBLIC
    dry_run: bool = False
    idempotency_key: str | None = None


def keep_table(file: Any, owner: Any, limits: TableLimits = LIMITS) -> ResultTable:
    """Keep an uploaded table until its owner has said what its columns are.

    Raises NotAllowed (no submitter) and Refused (too large, or no table).
    """
    if not owner.is_submitter:
        raise NotAllowed("Only people with the submitter role may bring results.")
    if file.size > limits.bytes:
        raise too_many_bytes(limits)
    data = file.read()
    for _ in open_table(data, limits).rows(()):
        pass  # what is kept can be read to its end
    table = ResultTable(owner=owner, file_name=shown_name(file.name or "table"))
    table.file_bytes, table.sha256 = len(data), hashlib.sha256(data).hexdigest()
    table.file.save(f"{uuid4().hex}.table", ContentFile(data), save=True)
    for old in ResultTable.objects.filter(owner=owner)[KEPT_TABLES:]:
        discard_table(old)
    return table


def discard_table(table: ResultTable) -> None:
    """Forget a table and its file."""
    file = table.file
    table.delete()
    transaction.on_commit(lambda: file.storage.delete(file.name))


def keep_mapping(owner: Any, name: str, mapping: ResultMapping, bundle_ref: str) -> TableMapping:
    """Keep a mapping for its owner's next table; the same name again replaces it."""
    bundle = find_bundle(bundle_ref)
    sound = mapping_from_json(mapping.to_json())
    if bundle is None:
        raise Refused((Problem("unknown_bundle", f"There is no bundle {bundle_ref}."),))
    kept, _ = TableMapping.objects.update_or_create(
        owner=owner,
        name=name,
        defaults={
            "mapping": sound.to_json(),
            "bundle_id": bundle.id,
            "used_at": timezone.now(),
        },
    )
    for old in TableMapping.objects.filter(owner=owner)[KEPT_MAPPINGS:]:
        old.delete()
    return kept


def forget_mapping(kept: TableMapping) -> None:
    """Keep a mapping no longer; what was read by it stays."""
    kept.delete()


def take_table(conversion: Conversion, checked: Checked, taking: Taking) -> Archive:
    """Make an archive of a table and receive it as an upload; the caller sees to its ingestion.

    ``checked`` is what ``conversion.checked()`` gave. Raises Refused with every problem of the
    table, and whatever ``receive_archive`` raises.
    """
    if checked.problem_count:
        raise Refused(tuple(table_problems(conversion, checked, taking.name)))
    about = ArchiveOf(
        title=shown_name(f"Results in {taking.name}"),
        agents=checked.agents,
        bundle=conversion.facts.spec,
        repeats=checked.repeats,
        description=archive_description(
            shown_name(taking.name), taking.sha256, conversion.mapping, checked
        ),
    )
    with tempfile.TemporaryFile() as stream:
        for piece in write_archive(about, conversion.records()):
            stream.write(piece)
        return receive_archive(
            File(stream, f"{PurePath(taking.name).stem or 'table'}.zip"),
            taking.owner,
            taking.visibility,
            taking.dry_run,
            taking.idempotency_key,
        )


def table_problems(conversion: Conversion, checked: Checked, name: str) -> list[Problem]:
    """The listed problems of a table, each with its row and column in words."""
    word = conversion.table.place_word
    return [
        Problem(
            problem.code,
            f"{word.capitalize()} {problem.row}"
            + (f', column "{problem.column}"' if problem.column else "")
            + f": {problem.message}",
            problem.hint,
            name,
        )
        for problem in checked.problems
    ]
