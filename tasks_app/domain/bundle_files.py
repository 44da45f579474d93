"""The two files of a bundle out of a folder or a zip, whatever accidents zipping had."""

import stat
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tasks_app.domain.errors import Problem, Refused

MANIFEST_FILE = "bundle.json"
TASKS_FILE = "tasks.jsonl"
MAX_BYTES = {MANIFEST_FILE: 4 * 1024**2, TASKS_FILE: 512 * 1024**2}
MAX_MEMBERS = 10_000
MAX_EXPANSION = 200

_NOISE = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db"})
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError)


@dataclass(frozen=True)
class BundleFiles:
    manifest: bytes
    tasks: bytes


def read_files(path: Path) -> BundleFiles:
    """The bytes of both files. Raises Refused with every problem of the container."""
    if path.is_dir():
        found = _from_folder(path)
    elif path.is_file():
        found = _from_zip(path)
    else:
        raise Refused(
            (Problem("not_found", f"There is no bundle at {path.name}.", file=str(path)),)
        )
    return BundleFiles(manifest=found[MANIFEST_FILE], tasks=found[TASKS_FILE])


def _from_folder(folder: Path) -> dict[str, bytes]:
    members = {
        str(member.relative_to(folder).as_posix()): member
        for pattern in ("*", "*/*")
        for member in folder.glob(pattern)
        if not member.is_dir() or member.is_symlink()
    }
    links = [_problem("link", name, "is a link") for name, m in members.items() if m.is_symlink()]
    places, missing = _places(list(members))
    large = [
        _too_large(name)
        for name, place in places.items()
        if not members[place].is_symlink() and members[place].stat().st_size > MAX_BYTES[name]
    ]
    _refuse_any([*links, *missing, *large])
    return {name: members[place].read_bytes() for name, place in places.items()}


def _from_zip(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            return _from_archive(archive)
    except _UNREADABLE as error:
        hint = "Make the zip again, without encryption."
        message = f"The zip cannot be read: {error}."
        raise Refused((Problem("unreadable_zip", message, hint, path.name),)) from error


def _from_archive(archive: zipfile.ZipFile) -> dict[str, bytes]:
    members = {info.filename: info for info in archive.infolist() if not info.is_dir()}
    if len(members) > MAX_MEMBERS:
        _refuse_any([Problem("too_many_members", f"The zip has over {MAX_MEMBERS} members.")])
    unsafe = [problem for info in members.values() for problem in _unsafe(info)]
    places, missing = _places(list(members))
    large = [
        _too_large(name)
        for name, place in places.items()
        if members[place].file_size > MAX_BYTES[name]
    ]
    _refuse_any([*unsafe, *missing, *large])
    return {name: _unpacked(archive, members[place], name) for name, place in places.items()}


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    # The declared size may lie, so what is read is bounded too.
    with archive.open(info) as member:
        data = member.read(MAX_BYTES[name] + 1)
    if len(data) > MAX_BYTES[name]:
        _refuse_any([_too_large(name)])
    return data


def _unsafe(info: zipfile.ZipInfo) -> list[Problem]:
    name = info.filename
    path = PurePosixPath(name.replace("\\", "/"))
    problems = []
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        problems.append(_problem("path_traversal", name, "points outside the bundle"))
    if stat.S_ISLNK(info.external_attr >> 16):
        problems.append(_problem("link", name, "is a link"))
    if info.flag_bits & 0x1:
        problems.append(_problem("encrypted", name, "is encrypted"))
    if info.file_size > MAX_EXPANSION * max(info.compress_size, 1024):
        problems.append(_problem("expansion", name, f"expands over {MAX_EXPANSION}:1"))
    return problems


def _places(names: list[str]) -> tuple[dict[str, str], list[Problem]]:
    """Where the two files lie, at the top or in one wrapping folder, and which are missing."""
    wanted = [name for name in names if not _NOISE.intersection(PurePosixPath(name).parts)]
    folders = {PurePosixPath(name).parts[0] for name in wanted if "/" in name}
    at_top = any(name in (MANIFEST_FILE, TASKS_FILE) for name in wanted)
    prefix = f"{folders.pop()}/" if not at_top and len(folders) == 1 else ""
    places = {name: prefix + name for name in MAX_BYTES if prefix + name in wanted}
    hint = "A bundle is a folder or zip with bundle.json and tasks.jsonl."
    missing = [
        Problem("missing_file", f"{name} is missing.", hint, name)
        for name in MAX_BYTES
        if name not in places
    ]
    return places, missing


def _problem(code: str, name: str, what: str) -> Problem:
    return Problem(code, f"{name!r} {what}.", "Pack plain files only.", name)


def _too_large(name: str) -> Problem:
    limit = MAX_BYTES[name] // 1024**2
    return Problem("too_large", f"{name} is over {limit} MiB.", "Split the bundle.", name)


def _refuse_any(problems: list[Problem]) -> None:
    if problems:
        raise Refused(tuple(problems))
