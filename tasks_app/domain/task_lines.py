"""``tasks.jsonl`` line by line: the tasks, their JSON, and every problem with its line."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from tasks_app.domain.bundle_checks import task_problems
from tasks_app.domain.bundle_files import TASKS_FILE
from tasks_app.domain.bundle_spec import BundleKind, BundleSpec
from tasks_app.domain.canonical import canonical_json, sha256_hex
from tasks_app.domain.errors import Problem
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.domain.task_wire import MeterTaskWire, TaskWire, meter_task, task_spec
from tasks_app.domain.wire_types import Violation, decoded

MAX_LINE_BYTES = 8 * 1024**2
BOM = b"\xef\xbb\xbf"


@dataclass
class TaskLines:
    """What the lines of one file gave so far; ``spec`` is None where the manifest is broken."""

    kind: BundleKind
    spec: BundleSpec | None
    tasks: list[TaskSpec] = field(default_factory=list)
    meter_tasks: list[MeterTask] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _raw: dict[str, dict[str, Any]] = field(default_factory=dict)
    _line_of: dict[str, int] = field(default_factory=dict)

    @property
    def canonical_sha256(self) -> str:
        return canonical_digest(self._raw)

    @property
    def counts(self) -> dict[str, int]:
        """Tasks by family; in a meter bundle by set."""
        sets = (name for task in self.meter_tasks for name in task.sets)
        return Counter([*(task.family for task in self.tasks), *sets])

    def read(self, line: bytes, number: int) -> None:
        """Take in one line that is not empty."""
        if len(line) > MAX_LINE_BYTES:
            limit = MAX_LINE_BYTES // 1024**2
            self._refuse("long_line", f"The line is over {limit} MiB.", "Shorten it.", number)
            return
        try:
            value = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            hint = "Each line is one JSON object in UTF-8."
            self._refuse("bad_json", f"{error}.", hint, number)
            return
        self._read_object(value, number)

    def _read_object(self, value: dict[str, Any], number: int) -> None:
        wire = self._decoded(value)
        if isinstance(wire, list):
            task_id = value.get("task_id")
            name = task_id if isinstance(task_id, str) else None
            self.problems += [violated(v, TASKS_FILE, number, name) for v in wire]
            return
        first = self._line_of.setdefault(wire.task_id, number)
        if first != number:
            message = f"The task id is that of line {first}."
            self._refuse("duplicate_task", message, "Give it its own.", number, wire.task_id)
            return
        self._raw[wire.task_id] = value
        if isinstance(wire, MeterTaskWire):
            self.meter_tasks.append(meter_task(wire))
        else:
            self._take(task_spec(wire), number)

    def _decoded(self, value: dict[str, Any]) -> TaskWire | MeterTaskWire | list[Violation]:
        if self.kind is BundleKind.METER:
            return decoded(value, MeterTaskWire)
        return decoded(value, TaskWire)

    def _take(self, task: TaskSpec, number: int) -> None:
        self.tasks.append(task)
        if self.spec is not None:
            found = task_problems(task, self.spec)
            self.problems += [replace(p, file=TASKS_FILE, line=number) for p in found]

    def _refuse(
        self, code: str, message: str, hint: str, number: int, task_id: str | None = None
    ) -> None:
        self.problems.append(Problem(code, message, hint, TASKS_FILE, number, task_id))


def read_task_lines(data: bytes, kind: BundleKind, spec: BundleSpec | None) -> TaskLines:
    """Every line of ``tasks.jsonl``; a byte order mark, CRLF and empty lines do no harm."""
    lines = TaskLines(kind, spec)
    for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), start=1):
        if line.strip():
            lines.read(line, number)
    return lines


def canonical_digest(tasks: dict[str, dict[str, Any]]) -> str:
    """SHA-256 over the canonical JSON of the task lines, by task id: blind to formatting."""
    return sha256_hex(canonical_json([tasks[task_id] for task_id in sorted(tasks)]))


def violated(
    violation: Violation, file: str, line: int | None = None, task_id: str | None = None
) -> Problem:
    where = f"{violation.path}: " if violation.path else ""
    hint = "docs/bundles.md describes every key."
    return Problem(violation.code, f"{where}{violation.message}.", hint, file, line, task_id)
