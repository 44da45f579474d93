"""One line of an episode file: bytes in, an ``EpisodeRecord`` or its problems out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

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
from runs_app.domain.archive.limits import STEPS_OF_AN_EPISODE
from runs_app.domain.archive.names import NAME_LENGTH, shown_name
from runs_app.domain.archive.shapes import (
    ATTEMPT_FIELDS,
    EPISODE_SHAPES,
    LABEL_SHAPE,
    STEP_SHAPE,
    USAGE_SHAPES,
    WORKSPACE_SHAPE,
)
from runs_app.domain.descriptions import ORIGINAL
from runs_app.domain.episode import EpisodeRecord, ReportedLabel, Step, Usage, Workspace
from tasks_app.domain.bundle_spec import BundleKind

Part = TypeVar("Part")


@dataclass(frozen=True)
class ParsedLine:
    """A line's sound values; ``is_sound`` tells whether they make an episode."""

    values: Fields
    is_sound: bool
    place: Place

    def episode(self) -> EpisodeRecord:
        return EpisodeRecord(**self.values)


def parse_line(
    data: bytes, place: Place, kind: BundleKind = BundleKind.ECONOMIC
) -> ParsedLine | None:
    """Read one line; every wrong value in it becomes a problem. None for no JSON object."""
    errors = place.findings.errors
    raws = read_document(data, place)
    if raws is None:
        return None
    place = replace(place, task_id=_task_id(raws))
    read = read_fields(raws, EPISODE_SHAPES[kind], place)
    values = dict(read.values)
    extra = dict(read.extra)
    for key, part in PARTS[kind].items():
        if key in values:
            found = part(values[key], place.inside(key))
            values[key] = found.value
            extra |= {f"{key}.{name}": value for name, value in found.extra.items()}
    if kind is BundleKind.METER:
        values = METER_DEFAULTS | values | {"budget_label": "", "seconds": _seconds(values)}
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


def _usage(raws: Mapping[str, Raw], place: Place, kind: BundleKind) -> _Part:
    read = read_fields(raws, USAGE_SHAPES[kind], place)
    return _Part(Usage(**read.values), read.extra)


def _workspace(raws: Mapping[str, Raw], place: Place) -> _Part:
    read = read_fields(raws, WORKSPACE_SHAPE, place)
    return _Part(None if read.broken else Workspace(**read.values), read.extra)


def _parts(kind: BundleKind) -> Mapping[str, Callable[[Any, Place], _Part]]:
    return {
        "steps": _steps,
        "judge_labels": _labels,
        "usage": partial(_usage, kind=kind),
        "workspace": _workspace,
    }


PARTS = {kind: _parts(kind) for kind in BundleKind}
METER_DEFAULTS: Fields = {"description": ORIGINAL, "repeat": 1}


def _seconds(values: Fields) -> float | None:
    """Wall time: as told, or from the first moment to the last; None where neither is known."""
    seconds: float | None = values.get("seconds")
    start, end = values.get("started_at"), values.get("finished_at")
    if seconds is None and start and end and end >= start:
        return float((end - start).total_seconds())
    return seconds


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
        return shown_name(ATTEMPT_FIELDS["task_id"].read(raws["task_id"]), NAME_LENGTH)
    except WrongValue:
        return None
