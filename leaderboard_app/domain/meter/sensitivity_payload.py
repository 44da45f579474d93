"""What changes under other parameters, as typed JSON: the API sends it, the page shows it."""

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

import numpy as np

from leaderboard_app.domain.measures import Number
from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.core_agreement import ALL_EQUAL, TOO_FEW
from leaderboard_app.domain.meter.core_payload import LeftOutPayload, OrderPayload
from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.parameters import Parameters, ParametersPayload
from leaderboard_app.domain.meter.rank_agreement import agreements, places
from leaderboard_app.domain.meter.sensitivity import SensitivityBase, ams_under, recalibrated
from leaderboard_app.domain.payload import NumberPayload
from leaderboard_app.domain.payload_parts import number_payload
from leaderboard_app.domain.resampling import Floats
from tasks_app.domain.errors import Refused

TOP = 5


class MovedTaskPayload(TypedDict):
    """A task in another stratum; `effort` and `published_effort` in (0, 1]."""

    task_id: str
    published: str
    stratum: str
    published_effort: float
    effort: float


class SensitivityRowPayload(TypedDict):
    """AMS and place as published and under the parameters; `shift`: places that it falls, negative
    where it rises. `now` and `shift` are null where no calibration can be made."""

    key: str
    model: str
    cli: str
    published: OrderPayload
    now: OrderPayload | None
    shift: int | None


class ChangesPayload(TypedDict):
    """`moved` of `tasks` are in another stratum, `changed` of `configurations` have another place,
    `kept` of the first `top` (equal ones by name) are still among them."""

    tasks: int
    moved: int
    configurations: int
    changed: int
    top: int
    kept: int
    spearman: NumberPayload
    largest_shift: NumberPayload


class SensitivityPayload(TypedDict):
    """AMS in one track on Full, under `parameters` and as `published`.

    `rows` by place under the parameters; `changes` is null and `refused` says why where these
    parameters make no calibration. `notes`: how far what is made anew rests on the same episodes.
    """

    published: ParametersPayload | None
    parameters: ParametersPayload | None
    notes: list[str]
    refused: list[str]
    changes: ChangesPayload | None
    moved: list[MovedTaskPayload]
    rows: list[SensitivityRowPayload]
    left_out: list[LeftOutPayload]


UNCALIBRATED: SensitivityPayload = {
    "published": None,
    "parameters": None,
    "notes": [],
    "refused": [],
    "changes": None,
    "moved": [],
    "rows": [],
    "left_out": [],
}
"""Before there is a calibration there is nothing that could change."""


def sensitivity_payload(base: SensitivityBase, parameters: Parameters) -> SensitivityPayload:
    try:
        calibration = recalibrated(base, parameters)
    except Refused as error:
        return _payload(base, parameters, refused=[one.message for one in error.problems])
    now = ams_under(base, calibration)
    moved = list(_moved(base.calibration, calibration))
    return _payload(base, parameters, now, moved=moved, changes=_changes(base, now, len(moved)))


def _payload(
    base: SensitivityBase, parameters: Parameters, now: Floats | None = None, **found: Any
) -> SensitivityPayload:
    return {
        "published": base.calibration.parameters.to_json(),
        "parameters": parameters.to_json(),
        "notes": list(base.notes),
        "refused": found.get("refused", []),
        "changes": found.get("changes"),
        "moved": found.get("moved", []),
        "rows": _rows(base, now),
        "left_out": [{"key": key, "reason": why} for key, why in base.left_out.items()],
    }


def _changes(base: SensitivityBase, now: Floats, moved: int) -> ChangesPayload:
    before = base.published
    found = agreements(before, now[:, None])
    spearman, shift = float(found.spearman[0]), float(found.shift[0])
    count, top = len(before), min(TOP, len(before))
    kept = len(_first(base, before, top) & _first(base, now, top))
    why = TOO_FEW if count < 2 else ALL_EQUAL
    return {
        "tasks": len(base.calibration.tasks),
        "moved": moved,
        "configurations": count,
        "changed": int((_places(before) != _places(now)).sum()),
        "top": top,
        "kept": kept,
        "spearman": number_payload(
            Number(None, count, why) if np.isnan(spearman) else Number(settled(spearman), count)
        ),
        "largest_shift": number_payload(
            Number(shift, count) if count > 1 else Number(None, count, TOO_FEW)
        ),
    }


def _first(base: SensitivityBase, ams: Floats, size: int) -> set[str]:
    ordered = sorted(zip(-ams, base.episodes.keys, strict=True))
    return {key for _, key in ordered[:size]}


def _moved(published: Calibration, now: Calibration) -> Iterator[MovedTaskPayload]:
    before = {task.task_id: task for task in published.tasks}
    for task in now.tasks:
        old = before[task.task_id]
        if old.stratum is not task.stratum:
            yield {
                "task_id": task.task_id,
                "published": old.stratum.value,
                "stratum": task.stratum.value,
                "published_effort": old.effort,
                "effort": task.effort,
            }


def _rows(base: SensitivityBase, now: Floats | None) -> list[SensitivityRowPayload]:
    before = _orders(base.published)
    after: Sequence[OrderPayload | None] = [None] * len(before)
    if now is not None:
        after = _orders(now)
    rows: list[SensitivityRowPayload] = [
        {
            "key": one.key,
            "model": one.model,
            "cli": one.cli,
            "published": old,
            "now": new,
            "shift": new["place"] - old["place"] if new else None,
        }
        for one, old, new in zip(base.episodes.configurations, before, after, strict=True)
    ]
    return sorted(rows, key=lambda row: ((row["now"] or row["published"])["place"], row["key"]))


def _orders(ams: Floats) -> list[OrderPayload]:
    return [
        {"ams": settled(value), "place": int(place)}
        for value, place in zip(ams.tolist(), _places(ams).tolist(), strict=True)
    ]


def _places(ams: Floats) -> Floats:
    return np.asarray(places(ams[:, None])[:, 0])
