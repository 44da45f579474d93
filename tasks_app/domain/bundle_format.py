"""The bundle format ``ecoagent-bundle/1``: a folder or zip to a ``Bundle`` and back.

Reading names every problem at once; writing gives the same bytes for the same bundle.
"""

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from tasks_app.domain.bundle_checks import count_problems, manifest_problems
from tasks_app.domain.bundle_files import MANIFEST_FILE, TASKS_FILE, read_files
from tasks_app.domain.bundle_spec import BUNDLE_FORMAT, Bundle, BundleKind, BundleSpec
from tasks_app.domain.canonical import canonical_json, sha256_hex
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.manifest_wire import bundle_spec, manifest_to_json, spec_of_wire, wire_of
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.task_lines import BOM, TaskLines, canonical_digest, read_task_lines, violated
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.domain.task_wire import (
    meter_task_from_json,
    meter_task_to_json,
    task_from_json,
    task_to_json,
)
from tasks_app.domain.wire_types import decoded

__all__ = [
    "bundle_spec",
    "manifest_to_json",
    "meter_task_from_json",
    "meter_task_to_json",
    "read_bundle",
    "sealed",
    "task_from_json",
    "task_to_json",
    "write_bundle",
]

_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say: no clock in the bytes


def read_bundle(path: Path | str) -> Bundle:
    """The bundle in a folder or ``.zip``. Raises Refused with every problem found in it."""
    files = read_files(Path(path))
    manifest = _manifest_object(files.manifest)
    kind = _kind(manifest)
    spec, problems = _read_manifest(manifest, kind)
    lines = read_task_lines(files.tasks, kind, spec)
    problems += lines.problems
    if spec is not None:
        problems += _promises_broken(spec, files.tasks, lines)
    if spec is None or problems:
        raise Refused(tuple(problems))
    return Bundle(spec, tuple(lines.tasks), tuple(lines.meter_tasks))


def _manifest_object(data: bytes) -> dict[str, Any]:
    try:
        manifest = msgspec.json.decode(data.removeprefix(BOM), type=dict[str, Any])
    except msgspec.MsgspecError as error:
        hint = "The manifest is one JSON object in UTF-8."
        raise Refused((Problem("bad_json", f"{error}.", hint, MANIFEST_FILE),)) from error
    if manifest.get("format") != BUNDLE_FORMAT:
        message = f"The format is not {BUNDLE_FORMAT}."
        hint = "Build the bundle again in the format that this site reads."
        raise Refused((Problem("wrong_format", message, hint, MANIFEST_FILE),))
    return manifest


def _kind(manifest: dict[str, Any]) -> BundleKind:
    # An unknown kind is reported as a bad value of the economic manifest.
    is_meter = manifest.get("kind") == BundleKind.METER
    return BundleKind.METER if is_meter else BundleKind.ECONOMIC


def _read_manifest(
    manifest: dict[str, Any], kind: BundleKind
) -> tuple[BundleSpec | None, list[Problem]]:
    wire = decoded(manifest, wire_of(kind))
    if isinstance(wire, list):
        return None, [violated(violation, MANIFEST_FILE) for violation in wire]
    spec = spec_of_wire(wire)
    return spec, [replace(p, file=MANIFEST_FILE) for p in manifest_problems(spec)]


def _promises_broken(spec: BundleSpec, data: bytes, lines: TaskLines) -> Iterator[Problem]:
    """Digests and counts of the manifest that the tasks do not keep."""
    if sha256_hex(data) != spec.tasks_sha256:
        message = "tasks_sha256 is not the digest of tasks.jsonl."
        hint = "Fetch both files again, as they were published."
        yield Problem("digest_mismatch", message, hint, MANIFEST_FILE)
    if lines.problems:
        return  # a task is missing from what follows, and has been named
    if lines.canonical_sha256 != spec.canonical_sha256:
        message = "canonical_sha256 is not the digest of the tasks."
        yield Problem("digest_mismatch", message, "A task was changed.", MANIFEST_FILE)
    if spec.counts or spec.kind is BundleKind.ECONOMIC:
        yield from (replace(p, file=MANIFEST_FILE) for p in count_problems(lines.counts, spec))


def sealed(
    spec: BundleSpec, tasks: Sequence[TaskSpec] = (), meter_tasks: Sequence[MeterTask] = ()
) -> Bundle:
    """A bundle of these tasks, in the order of their ids, with the digests that bind them.

    Raises Refused where the manifest would not be readable again (a name with spaces, say).
    """
    ordered = tuple(sorted(tasks, key=lambda task: task.task_id))
    ordered_meter = tuple(sorted(meter_tasks, key=lambda task: task.task_id))
    lines = _task_objects(ordered, ordered_meter)
    bound = replace(
        spec,
        tasks_sha256=sha256_hex(_task_bytes(lines)),
        canonical_sha256=canonical_digest({line["task_id"]: line for line in lines}),
    )
    _, problems = _read_manifest(manifest_to_json(bound), bound.kind)
    if problems:
        raise Refused(tuple(problems))
    return Bundle(bound, ordered, ordered_meter)


def write_bundle(bundle: Bundle, path: Path | str) -> None:
    """Write a sealed bundle as a folder, or as a zip where the path ends in ``.zip``.

    Raises ValueError where the digests are not those of the bytes that would be written.
    """
    path = Path(path)
    tasks = _task_bytes(_task_objects(bundle.tasks, bundle.meter_tasks))
    if sha256_hex(tasks) != bundle.spec.tasks_sha256:
        raise ValueError("The bundle is not sealed: its tasks_sha256 binds other bytes.")
    manifest = msgspec.json.format(canonical_json(manifest_to_json(bundle.spec)), indent=2) + b"\n"
    files = {MANIFEST_FILE: manifest, TASKS_FILE: tasks}
    if path.suffix == ".zip":
        _write_zip(files, path)
    else:
        path.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (path / name).write_bytes(data)


def _task_objects(
    tasks: Sequence[TaskSpec], meter_tasks: Sequence[MeterTask]
) -> list[dict[str, Any]]:
    return [*map(task_to_json, tasks), *map(meter_task_to_json, meter_tasks)]


def _task_bytes(lines: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(canonical_json(line) + b"\n" for line in lines)


def _write_zip(files: dict[str, bytes], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, date_time=_ZIP_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = 3  # Unix, wherever it was written
            archive.writestr(info, data)
