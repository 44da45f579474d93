"""A run as an episode archive: the same format that is read, the same bytes for the same run."""

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

import msgspec

from runs_app.domain.archive.contents import MANIFEST
from runs_app.domain.archive.limits import MIB
from runs_app.domain.archive.manifest import ARCHIVE_FORMAT
from runs_app.domain.archive.written_line import episode_json
from runs_app.domain.episode import AgentSpec, EpisodeRecord
from tasks_app.domain.bundle_spec import BundleKind, BundleSpec

FILE_BYTES = 512 * MIB
"""After so much text another file begins, so that no member needs a Zip64 header."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16
COMPRESSION_LEVEL = 6


@dataclass(frozen=True)
class ArchiveOf:
    """What a written archive says of itself.

    Budget labels are those of an economic bundle; ``repeats`` of a meter bundle is the highest
    repeat that may occur.
    """

    title: str
    agents: tuple[AgentSpec, ...]
    bundle: BundleSpec
    budget_labels: tuple[str, ...] = ()
    repeats: int = 1
    description: str = ""


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
        "description": about.description,
        "licence": bundle.licence,
        "bundle": {
            "name": bundle.name,
            "version": bundle.version,
            "tasks_sha256": bundle.tasks_sha256,
            "canonical_sha256": bundle.canonical_sha256,
        },
        "agents": [asdict(agent) for agent in about.agents],
        **_keys_of_kind(about),
        "files": files,
    }
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def _keys_of_kind(about: ArchiveOf) -> dict[str, Any]:
    if about.bundle.kind is BundleKind.METER:
        return {"repeats": about.repeats}
    counts = {str(family): count for family, count in about.bundle.counts.items()}
    return {"budget_labels": list(about.budget_labels), "family_counts": counts}


def _info(name: str) -> zipfile.ZipInfo:
    """A member's header without anything of this moment or this machine."""
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    info._compresslevel = COMPRESSION_LEVEL  # type: ignore[attr-defined]
    info.create_system = 3
    info.external_attr = PLAIN_FILE
    return info
