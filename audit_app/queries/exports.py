"""A closed audit as a zip that anybody can check with Python alone."""

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from audit_app.domain import export_check
from audit_app.domain.collector import collector_paused
from audit_app.domain.report_payload import report_payload
from audit_app.models import Adjudication, Audit, Item, Provenance
from audit_app.queries.chains import label_rows
from audit_app.queries.reports import counting_labels, report
from tasks_app.domain.errors import Conflict

FORMAT = "ecoagent-audit/1"
BATCH = 5_000
FAST = 1
LINES_AT_ONCE = 1_000
DESIGN = (
    *("title", "kind", "status", "reason", "judge", "judge_rubric", "size", "seed"),
    *("overlap", "run_ids"),
    *("families", "rubric_version", "reveal_allowed", "frame_size", "frame_digest"),
    *("created_at", "closed_at"),
)
HIDDEN = (
    *("item_id", "episode_id", "run_id", "agent_id", "agent", "task_id", "family", "verdict"),
    *("inclusion", "known", "item__seats", "item__content_digest"),
)
SAMPLE = ("item", *HIDDEN[1:-2], "seats", "content_digest")
"""What these are called in the sample."""


@collector_paused()
def write_export(audit_id: UUID, target: BinaryIO | Path) -> None:
    """Write the zip: frame, sample, items, labels, rubric, report, script, and a manifest with
    their digests. Raises Audit.DoesNotExist, or Conflict while the audit is open."""
    audit = Audit.objects.select_related("chain", "bundle").get(pk=audit_id)
    found = report(audit_id)
    if found is None:
        raise Conflict("An audit is exported once it is closed.")
    frame = {name: getattr(audit, name) for name in ("cells", "agent_cells", "frame_digest")}
    parts: dict[str, Callable[[], Iterable[bytes]]] = {
        "frame.json": lambda: [msgspec.json.encode(frame)],
        "sample.jsonl": lambda: _sample(audit_id),
        "items.jsonl": lambda: _items(audit_id),
        "labels.jsonl": lambda: _labels(audit_id),
        "adjudications.jsonl": lambda: _adjudications(audit_id),
        "rubric.txt": lambda: [audit.rubric.encode()],
        "report.json": lambda: [msgspec.json.encode(report_payload(found))],
        "check.py": lambda: [Path(export_check.__file__).read_bytes()],
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as archive:
        files = {name: _member(archive, name, part()) for name, part in parts.items()}
        archive.writestr("manifest.json", msgspec.json.encode(_manifest(audit, files)))


def _member(archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes]) -> dict[str, Any]:
    """Write one file as it comes; its size and digest."""
    digest, size, waiting = hashlib.sha256(), 0, iter(pieces)
    with archive.open(name, "w") as member:
        while piece := b"".join(islice(waiting, LINES_AT_ONCE)):
            member.write(piece)
            digest.update(piece)
            size += len(piece)
    return {"sha256": digest.hexdigest(), "bytes": size}


def _manifest(audit: Audit, files: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "audit": {"id": str(audit.pk), **{name: getattr(audit, name) for name in DESIGN}},
        "bundle": str(audit.bundle) if audit.bundle else None,
        "chain": {"length": audit.chain.length, "head": audit.chain.head},
        "files": files,
    }


def _sample(audit_id: UUID) -> Iterator[bytes]:
    """What was drawn, with what blinding hid; ``readers`` are those whose labels count."""
    labels = counting_labels(audit_id)
    rows = Provenance.objects.filter(item__audit=audit_id).order_by("item__position")
    for hidden in rows.values_list(*HIDDEN).iterator(chunk_size=BATCH):
        readers = list(labels.get(hidden[0], ()))
        yield _line({**dict(zip(SAMPLE, hidden, strict=True)), "readers": readers})


def _items(audit_id: UUID) -> Iterator[bytes]:
    """What reviewers read, in the order in which it was handed out."""
    names = ("id", "question", "answer", "content_digest", "revision")
    items = Item.objects.filter(audit=audit_id).order_by("position")
    rows = items.values_list(*names, Cast("evidence", TextField()))
    for *known, evidence in rows.iterator(chunk_size=BATCH):
        as_stored = msgspec.Raw(evidence.encode())  # JSON already
        yield _line({**dict(zip(names, known, strict=True)), "evidence": as_stored})


def _labels(audit_id: UUID) -> Iterator[bytes]:
    yield from map(_line, label_rows(audit_id))


def _adjudications(audit_id: UUID) -> Iterator[bytes]:
    rows = Adjudication.objects.filter(item__audit=audit_id).order_by("created_at", "pk")
    for row in rows.values("item_id", "name", "decision", "reason", "created_at"):
        yield _line({"item": row.pop("item_id"), **row})


def _line(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row) + b"\n"
