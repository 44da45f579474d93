"""Episode archives on the mini bundle, whole or broken as a test wants them."""

import hashlib
import io
import json
import tarfile
import zipfile
from dataclasses import dataclass, field
from typing import Any

from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.limits import LIMITS, Limits
from runs_app.domain.archive.manifest import BundleRef
from runs_app.domain.archive.reader import FindBundle, check_archive, open_archive, read_episodes
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import EpisodeRecord
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.families import MODEL_TIER_FAMILIES
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.tests.factories import mini_bundle

AGENT = {
    "name": "Reader",
    "track": "tool_api",
    "model": "a-model",
    "scaffold": "a-loop",
    "prompt": "Answer.",
    "composite_mode": "evidence_only",
    "url": "https://example.org/reader",
}


def episode(task: TaskSpec, **changes: Any) -> dict[str, Any]:
    """A line of an agent that looked at one document, or ran one model, and answered."""
    first = {"action": "search", "arguments": {"query": task.question}, "observation": "Found."}
    if task.family in MODEL_TIER_FAMILIES:
        first = {"action": "run_model", "tier": "fast", "observation": "Perhaps."}
    evidence = [task.documents[0].doc_id]
    line = {
        "agent": "Reader",
        "task_id": task.task_id,
        "budget_label": "main",
        "attempt": 1,
        "status": "completed",
        "answer": "perhaps",
        "abstained": False,
        "steps": [first | {"evidence": evidence, "seconds": 0.5}, {"action": "answer"}],
        "reported_units": 20 if task.family in MODEL_TIER_FAMILIES else 30,
        "usage": {"input_tokens": 10, "output_tokens": 2, "requests": 1},
        "cost_usd": 0.001,
        "started_at": "2026-01-31T12:00:00Z",
        "finished_at": "2026-01-31T12:00:01+01:00",
    }
    return line | changes


@dataclass
class ArchiveDraft:
    """A whole archive of one agent at ``main``; tests change its parts before packing it.

    ``lines`` are dicts, or bytes to be written as they are. ``manifest`` overrides keys of the
    manifest; a value of ... takes the key out. ``extra`` adds members.
    """

    lines: list[Any] = field(default_factory=lambda: [episode(t) for t in mini_bundle().tasks])
    manifest: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, bytes] = field(default_factory=dict)
    folder: str = ""
    line_end: bytes = b"\n"
    start: bytes = b""

    def episodes(self) -> bytes:
        lines = [x if isinstance(x, bytes) else json.dumps(x).encode() for x in self.lines]
        return self.start + b"".join(line + self.line_end for line in lines)

    def spec(self) -> BundleSpec:
        return mini_bundle().spec

    def terms(self) -> dict[str, Any]:
        """The keys of the manifest that depend on the bundle."""
        counts = dict(self.spec().counts)
        return {"agents": [AGENT], "budget_labels": ["main"], "family_counts": counts}

    def full_manifest(self) -> dict[str, Any]:
        spec, data = self.spec(), self.episodes()
        whole = {
            "format": "ecoagent-episodes/1",
            "title": "A first try",
            "description": "Made by hand.",
            "licence": "CC0-1.0",
            "bundle": {
                "name": spec.name,
                "version": spec.version,
                "tasks_sha256": spec.tasks_sha256,
                "canonical_sha256": spec.canonical_sha256,
            },
            **self.terms(),
            "files": {
                "episodes.jsonl": {
                    "sha256": hashlib.sha256(data).hexdigest(),
                    "episodes": len(self.lines),
                }
            },
        }
        return {key: value for key, value in (whole | self.manifest).items() if value is not ...}

    def members(self) -> dict[str, bytes]:
        own = {
            "manifest.json": json.dumps(self.full_manifest()).encode(),
            "episodes.jsonl": self.episodes(),
        }
        return {self.folder + name: data for name, data in (own | self.extra).items()}

    def zip(self) -> bytes:
        return zip_of(self.members())

    def tar_gz(self) -> bytes:
        return tar_gz_of(self.members())


def zip_of(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tar_gz_of(members: dict[str, bytes], *infos: tarfile.TarInfo) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in infos:
            archive.addfile(info)
    return buffer.getvalue()


def mini_facts() -> BundleFacts:
    bundle = mini_bundle()
    return BundleFacts(
        spec=bundle.spec,
        families={task.task_id: task.family for task in bundle.tasks},
        documents={t.task_id: frozenset(d.doc_id for d in t.documents) for t in bundle.tasks},
    )


def find_mini_bundle(ref: BundleRef) -> BundleFacts | None:
    return mini_facts() if ref.ref == mini_bundle().spec.ref else None


def findings_in(
    data: bytes, limits: Limits = LIMITS, find_bundle: FindBundle = find_mini_bundle
) -> Findings:
    """Everything that is found in an archive."""
    findings = Findings()
    archive = open_archive(io.BytesIO(data), find_bundle, findings, limits)
    if archive:
        check_archive(archive, findings)
    return findings


def records_in(data: bytes, find_bundle: FindBundle = find_mini_bundle) -> list[EpisodeRecord]:
    """The episodes of an archive without problems."""
    findings = Findings()
    archive = open_archive(io.BytesIO(data), find_bundle, findings)
    assert archive
    records = [read.record for read in read_episodes(archive, findings, Tally())]
    assert findings.errors == 0, findings.problems
    return records


def errors_in(data: bytes, limits: Limits = LIMITS) -> list[tuple[str, str, int | None]]:
    """(code, file, line) of every error in an archive."""
    problems = findings_in(data, limits).problems
    return [(p.code, p.file, p.line) for p in problems if p.severity == "error"]
