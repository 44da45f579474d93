"""One line of an episode file: bytes in, an ``EpisodeRecord`` or its problems out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from runs_app.domain.archive import field_types as types
from runs_app.domain.archive.fields import (
    Fields,
    Raw,
    Shape,
    WrongValue,
    read_document,
    read_fields,
    read_object,
)
from runs_app.domain.archive.findings import Place
from runs_app.domain.archive.limits import ATTEMPTS_AT_A_TASK, STEPS_OF_AN_EPISODE
from runs_app.domain.archive.names import NAME_LENGTH, shown_name
from runs_app.domain.episode import (
    EpisodeRecord,
    EpisodeStatus,
    ReportedLabel,
    Step,
    Usage,
    Verdict,
    Workspace,
)
from tasks_app.domain.families import BudgetLabel

Part = TypeVar("Part")

EPISODE_SHAPE = Shape(
    {
        "agent": types.text(),
        "task_id": types.text(),
        "budget_label": types.choice(BudgetLabel),
        "attempt": types.count(1, ATTEMPTS_AT_A_TASK),
        "status": types.choice(EpisodeStatus),
        "answer": types.text(),
        "abstained": types.flag(),
        "steps": types.array(),
        "reported_units": types.amount(),
        "workspace": types.object_(),
        "usage": types.object_(),
        "cost_usd": types.amount(),
        "reward": types.number(),
        "judge_labels": types.array(),
        "started_at": types.time(),
        "finished_at": types.time(),
    },
    required=("agent", "task_id", "budget_label", "attempt", "status"),
)
STEP_SHAPE = Shape(
    {
        "action": types.text(),
        "arguments": types.free_object(),
        "observation": types.text(),
        "evidence": types.names(NAME_LENGTH),
        "tier": types.text(),
        "started_at": types.time(),
        "seconds": types.amount(),
    },
    required=("action",),
)
WORKSPACE_SHAPE = Shape(
    {
        "wall_seconds": types.amount(),
        "modified_files": types.count(),
        "new_files": types.count(),
    },
    required=("wall_seconds", "modified_files", "new_files"),
)
USAGE_SHAPE = Shape(
    {
        "input_tokens": types.count(),
        "cached_input_tokens": types.count(),
        "cache_creation_tokens": types.count(),
        "output_tokens": types.count(),
        "requests": types.count(),
    }
)
LABEL_SHAPE = Shape(
    {
        "judge": types.name(types.LABEL_NAME_LENGTH),
        "rubric": types.name(types.LABEL_NAME_LENGTH),
        "verdict": types.choice(Verdict),
        "rationale": types.text(),
    },
    required=("judge", "rubric", "verdict"),
)


@dataclass(frozen=True)
class ParsedLine:
    """A line's sound values; ``is_sound`` tells whether they make an episode."""

    values: Fields
    is_sound: bool
    place: Place

    def episode(self) -> EpisodeRecord:
        return EpisodeRecord(**self.values)


def parse_line(data: bytes, place: Place) -> ParsedLine | None:
    """Read one line; every wrong value in it becomes a problem. None for no JSON object."""
    errors = place.findings.errors
    raws = read_document(data, place)
    if raws is None:
        return None
    place = replace(place, task_id=_task_id(raws))
    read = read_fields(raws, EPISODE_SHAPE, place)
    values = dict(read.values)
    extra = dict(read.extra)
    for key, part in PARTS.items():
        if key in values:
            found = part(values[key], place.inside(key))
            values[key] = found.value
            extra |= {f"{key}.{name}": value for name, value in found.extra.items()}
    return ParsedLine(values | {"extra": extra}, place.findings.errors == errors, place)


@dataclass(frozen=True)
class _Part:
    """A value made of an object or array, and what unknown keys it had, by path."""

    value: Any
    extra: Fields


def _steps(items: list[Raw], place: Place) -> _Part:
    if len(items) > STEPS_OF_AN_EPISODE:
        place.add("too_many_steps", f"{len(items):,} steps; at most {STEPS_OF_AN_EPISODE:,} fit.")
        return _Part((), {})
    return _each(items, STEP_SHAPE, _step, place)


def _labels(items: list[Raw], place: Place) -> _Part:
    part = _each(items, LABEL_SHAPE, lambda values: ReportedLabel(**values), place)
    keys = [(label.judge, label.rubric) for label in part.value]
    if len(set(keys)) < len(keys):
        place.add("duplicate_label", "Two judge labels have the same judge and rubric.")
    return part


def _usage(raws: Mapping[str, Raw], place: Place) -> _Part:
    read = read_fields(raws, USAGE_SHAPE, place)
    return _Part(Usage(**read.values), read.extra)


def _workspace(raws: Mapping[str, Raw], place: Place) -> _Part:
    read = read_fields(raws, WORKSPACE_SHAPE, place)
    return _Part(None if read.broken else Workspace(**read.values), read.extra)


PARTS: Mapping[str, Callable[[Any, Place], _Part]] = {
    "steps": _steps,
    "judge_labels": _labels,
    "usage": _usage,
    "workspace": _workspace,
}


def _each(items: list[Raw], shape: Shape, build: Callable[[Fields], Part], place: Place) -> _Part:
    """Every sound item of an array, built."""
    built: list[Part] = []
    extra: Fields = {}
    for number, item in enumerate(items):
        here = place.inside(f"{place.path}[{number}]")
        read = read_object(item, shape, here)
        if not read.broken:
            built.append(build(read.values))
        extra |= {f"[{number}].{key}": value for key, value in read.extra.items()}
    return _Part(tuple(built), extra)


def _step(values: Fields) -> Step:
    return Step(**values | {"evidence": tuple(values.get("evidence", ()))})


def _task_id(raws: Mapping[str, Raw]) -> str | None:
    """The task id for naming the place of problems, where it is a text at all."""
    if "task_id" not in raws:
        return None
    try:
        return shown_name(EPISODE_SHAPE.fields["task_id"].read(raws["task_id"]), NAME_LENGTH)
    except WrongValue:
        return None
