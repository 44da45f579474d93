"""A first look through an archive: every entry judged, the manifest found, wrappers peeled off."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from runs_app.domain.archive.container import Container, Member, MemberKind
from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.formats import is_archive, refused
from runs_app.domain.archive.names import quoted

MANIFEST = "manifest.json"
EPISODES = "episodes*.jsonl"
DEEPEST_WRAPPER = 2
ARCHIVE_NAMES = re.compile(r"\.(zip|tar|gz|tgz|bz2|xz|7z|rar|zst)$", re.IGNORECASE)
DRIVE = re.compile(r"^[A-Za-z]:")
NESTED = ("nested_archive", "This file is an archive itself.")
UNKNOWN_COMPRESSION = ("unsupported_compression", "This entry is neither stored nor deflated.")
JUNK_FOLDERS = {"__MACOSX"}
JUNK_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}


@dataclass
class Contents:
    """What was found: the manifest's bytes, its folder (parts), and all readable file names."""

    manifest: bytes | None = None
    root: tuple[str, ...] = ()
    manifests: list[tuple[str, ...]] = field(default_factory=list)
    files: set[tuple[str, ...]] = field(default_factory=set)

    def name_of(self, parts: tuple[str, ...]) -> str | None:
        """The name of a file below the manifest's folder; None for one outside."""
        depth = len(self.root)
        return "/".join(parts[depth:]) if parts[:depth] == self.root else None


def safe_parts(name: str) -> tuple[str, ...] | None:
    """A member's path as parts; None for one that could lead out of its folder."""
    path = name.replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or DRIVE.match(path) or ".." in parts or "\0" in path or not parts:
        return None
    return tuple(parts)


def is_junk(parts: tuple[str, ...]) -> bool:
    """Whether an operating system left this behind while packing."""
    last = parts[-1]
    return bool(JUNK_FOLDERS.intersection(parts)) or last in JUNK_FILES or last.startswith("._")


def is_episode_file(name: str) -> bool:
    return fnmatchcase(name, EPISODES) and "/" not in name


def survey(container: Container, findings: Findings) -> Contents:
    """Judge every entry and find the manifest. Raises Refused where reading cannot go on."""
    contents = Contents()
    for parts, member in _sound_members(container, findings):
        if parts in contents.files:
            findings.add("duplicate_member", "The archive has this file twice.", "/".join(parts))
        elif parts[-1] == MANIFEST and len(parts) <= DEEPEST_WRAPPER + 1:
            contents.files.add(parts)
            _take_manifest(contents, parts, member, container.limits.manifest_bytes, findings)
        elif not parts[-1].endswith(".jsonl") and is_archive(_head(member)):
            findings.add(*NESTED, file="/".join(parts))
        else:
            contents.files.add(parts)
    _require_one_manifest(contents, findings)
    return contents


def readable_members(container: Container, contents: Contents) -> Iterator[tuple[str, Member]]:
    """The files below the manifest's folder with their names, each once, in archive order."""
    seen: set[str] = set()
    for parts, member in _sound_members(container, Findings(listed=0)):
        name = contents.name_of(parts)
        if name is not None and name not in seen:
            seen.add(name)
            yield name, member


def _sound_members(
    container: Container, findings: Findings
) -> Iterator[tuple[tuple[str, ...], Member]]:
    """Plain files that may be read, junk left out; everything else is a problem."""
    for number, member in enumerate(container.members(), start=1):
        if number > container.limits.members:
            most = container.limits.members
            raise refused("too_many_members", f"The archive has more than {most:,} entries.")
        parts = safe_parts(member.name)
        problem = _problem(member, parts)
        if problem:
            findings.add(*problem, file=member.name)
        elif parts and member.kind is MemberKind.FILE and not is_junk(parts):
            yield parts, member


def _problem(member: Member, parts: tuple[str, ...] | None) -> tuple[str, str] | None:
    """(code, message) of what is wrong with an entry, or None."""
    if parts is None:
        if member.kind is MemberKind.FOLDER and not member.name.strip("./"):
            return None  # "./" is how tar writes the folder it was started in
        return "unsafe_path", f"The name {quoted(member.name)} could lead out of the archive."
    is_file = member.kind is MemberKind.FILE and not is_junk(parts)
    found = {
        ("link", "This entry is a link or a device."): member.kind is MemberKind.LINK,
        ("encrypted", "This entry is encrypted."): member.encrypted,
        UNKNOWN_COMPRESSION: not member.compression_known,
        NESTED: is_file and bool(ARCHIVE_NAMES.search(parts[-1])),
    }
    return next((problem for problem, applies in found.items() if applies), None)


def _take_manifest(
    contents: Contents, parts: tuple[str, ...], member: Member, most: int, findings: Findings
) -> None:
    """Keep the bytes of the manifest that lies highest."""
    shallowest = min(map(len, contents.manifests), default=len(parts) + 1)
    contents.manifests.append(parts)
    if len(parts) >= shallowest:
        return
    contents.root = parts[:-1]
    contents.manifest = None
    collected = bytearray()
    for chunk in member.chunks():
        collected += chunk
        if len(collected) > most:
            message = f"The manifest has more than {most:,} bytes."
            findings.add("manifest_too_large", message, MANIFEST)
            return
    contents.manifest = bytes(collected)


def _require_one_manifest(contents: Contents, findings: Findings) -> None:
    if not contents.files and not findings.errors:
        raise refused("empty_archive", "The archive holds no files.")
    if not contents.manifests:
        if not any(problem.file.endswith(MANIFEST) for problem in findings.problems):
            findings.add("no_manifest", "The archive has no manifest.json at its top.", MANIFEST)
        return
    depths = sorted(map(len, contents.manifests))
    if depths.count(depths[0]) > 1:
        findings.add("several_manifests", "The archive has several manifest.json.", MANIFEST)


def _head(member: Member) -> bytes:
    return next(member.chunks(), b"")[:512]
