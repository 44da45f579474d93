"""A run as an episode archive: the same format that is read, the same bytes for the same run."""

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec

from runs_app.domain.archive.contents import MANIFEST
from runs_app.domain.archive.limits import MIB
from runs_app.domain.archive.manifest import ARCHIVE_FORMAT
from runs_app.domain.episode import AgentSpec, EpisodeRecord
from runs_app.domain.episode_json import part_json, step_json
from tasks_app.domain.bundle_spec import BundleSpec

FILE_BYTES = 512 * MIB
"""After so much text another file begins, so that no member needs a Zip64 header."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16
COMPRESSION_LEVEL = 6


@dataclass(frozen=True)
class ArchiveOf:
    """What a written archive says of itself."""

    title: str
    agent: AgentSpec
    budget_label: str
    bundle: BundleSpec


class Pipe:
    """A write-only file that hands over what was written since it was last asked."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """There is nothing to close."""

    def taken(self) -> Iterator[bytes]:
        written, self.written = self.written, []
        yield from written


def write_archive(about: ArchiveOf, records: Iterator[EpisodeRecord]) -> Iterator[bytes]:
    """The zip in pieces; memory holds one record at a time.

    The manifest comes last, because it has the digests of what was written before it.
    """
    pipe = Pipe()
    files: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(pipe, "w") as archive:
        for first in records:
            name = f"episodes-{len(files) + 1}.jsonl" if files else "episodes.jsonl"
            rest = chain((first,), records)
            yield from _episode_file(archive, name, rest, files, pipe)
        archive.writestr(_info(MANIFEST), _manifest(about, files), compresslevel=COMPRESSION_LEVEL)
        yield from pipe.taken()
    yield from pipe.taken()


def episode_json(record: EpisodeRecord) -> dict[str, Any]:
    """What its submitter added to an episode, and every key of the format in its order."""
    return {
        **record.extra,
        "agent": record.agent,
        "task_id": record.task_id,
        "budget_label": record.budget_label,
        "attempt": record.attempt,
        "status": record.status.value,
        "answer": record.answer,
        "abstained": record.abstained,
        "steps": [step_json(step) for step in record.steps],
        "reported_units": record.reported_units,
        "workspace": part_json(record.workspace),
        "usage": part_json(record.usage),
        "cost_usd": record.cost_usd,
        "reward": record.reward,
        "judge_labels": [asdict(label) for label in record.judge_labels],
        "started_at": _iso(record.started_at),
        "finished_at": _iso(record.finished_at),
    }


def _episode_file(
    archive: zipfile.ZipFile,
    name: str,
    records: Iterator[EpisodeRecord],
    files: dict[str, dict[str, Any]],
    pipe: Pipe,
) -> Iterator[bytes]:
    """Write records until the file is full, and enter it in ``files``."""
    sha256, length, episodes = hashlib.sha256(), 0, 0
    with archive.open(_info(name), "w") as member:
        for record in records:
            line = msgspec.json.encode(episode_json(record)) + b"\n"
            sha256.update(line)
            length += len(line)
            episodes += 1
            member.write(line)
            yield from pipe.taken()
            if length >= FILE_BYTES:
                break
    files[name] = {"sha256": sha256.hexdigest(), "episodes": episodes}


def _manifest(about: ArchiveOf, files: dict[str, dict[str, Any]]) -> bytes:
    bundle = about.bundle
    manifest = {
        "format": ARCHIVE_FORMAT,
        "title": about.title,
        "description": "",
        "licence": bundle.licence,
        "bundle": {
            "name": bundle.name,
            "version": bundle.version,
            "tasks_sha256": bundle.tasks_sha256,
            "canonical_sha256": bundle.canonical_sha256,
        },
        "agents": [asdict(about.agent)],
        "budget_labels": [about.budget_label],
        "family_counts": {str(family): count for family, count in bundle.counts.items()},
        "files": files,
    }
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def _info(name: str) -> zipfile.ZipInfo:
    """A member's header without anything of this moment or this machine."""
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    info._compresslevel = COMPRESSION_LEVEL  # type: ignore[attr-defined]
    info.create_system = 3
    info.external_attr = PLAIN_FILE
    return info


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
