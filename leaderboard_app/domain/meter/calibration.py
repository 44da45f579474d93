"""A calibration: the strata, budgets and thresholds that AMS is computed by, then frozen.

AgentMeter (arXiv 2606.21140v2); what is (ours) stands in docs/metrics.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypedDict

from leaderboard_app.domain.meter.effort import EffortPart
from leaderboard_app.domain.meter.parameters import STATISTICS, Parameters, ParametersPayload
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.canonical import digest


class EffortPartPayload(TypedDict):
    """`value`: median tokens, median steps or non-pass share of a task; `rank`: its average rank
    as a share of the tasks. Both null where unknown."""

    value: float | None
    rank: float | None


class TaskEffortPayload(TypedDict):
    """A task with its effort, made of its three parts, and the stratum that it is in."""

    task_id: str
    stratum: str
    effort: float
    tokens: EffortPartPayload
    steps: EffortPartPayload
    non_pass: EffortPartPayload


class StratumPayload(TypedDict):
    """`budgets` and `threshold` in USD. Without a threshold no failure is expensive, and
    `threshold_reason` says why. `rewarded` and `unrewarded`: priced episodes behind them."""

    tasks: int
    budgets: list[float]
    threshold: float | None
    threshold_reason: str | None
    rewarded: int
    unrewarded: int


class CalibrationPayload(TypedDict):
    """`tasks` by (effort, task id); `strata` easy, medium, hard; `notes`: what was left out."""

    parameters: ParametersPayload
    tasks: list[TaskEffortPayload]
    strata: dict[str, StratumPayload]
    notes: list[str]


@dataclass(frozen=True)
class TaskEffort:
    """``effort`` in (0, 1]; ``parts`` by statistic (tokens, steps, non_pass)."""

    task_id: str
    stratum: Stratum
    effort: float
    parts: Mapping[str, EffortPart]


@dataclass(frozen=True)
class StratumCalibration:
    """``budgets`` B_g rise; ``threshold`` tau_g, both in USD. ``rewarded`` and ``unrewarded``
    count the priced reference episodes that they were cut from."""

    tasks: int
    budgets: tuple[float, ...]
    threshold: float | None
    threshold_reason: str | None
    rewarded: int
    unrewarded: int


@dataclass(frozen=True)
class Calibration:
    """What AMS is computed by. ``tasks`` in the order of (effort, task id)."""

    parameters: Parameters
    tasks: tuple[TaskEffort, ...]
    strata: Mapping[Stratum, StratumCalibration]
    notes: tuple[str, ...] = ()

    @cached_property
    def stratum_of(self) -> Mapping[str, Stratum]:
        """By task id."""
        return {task.task_id: task.stratum for task in self.tasks}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of its JSON: equal calibrations, equal scores."""
        return digest(self.to_json())

    def to_json(self) -> CalibrationPayload:
        return {
            "parameters": self.parameters.to_json(),
            "tasks": [_task_json(task) for task in self.tasks],
            "strata": {name.value: _stratum_json(found) for name, found in self.strata.items()},
            "notes": list(self.notes),
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> "Calibration":
        return cls(
            parameters=Parameters.from_json(payload["parameters"]),
            tasks=tuple(_task(line) for line in payload["tasks"]),
            strata={name: _stratum(payload["strata"][name.value]) for name in Stratum},
            notes=tuple(payload["notes"]),
        )


def _task_json(task: TaskEffort) -> TaskEffortPayload:
    return {
        "task_id": task.task_id,
        "stratum": task.stratum.value,
        "effort": task.effort,
        "tokens": _part_json(task.parts["tokens"]),
        "steps": _part_json(task.parts["steps"]),
        "non_pass": _part_json(task.parts["non_pass"]),
    }


def _part_json(part: EffortPart) -> EffortPartPayload:
    return {"value": part.value, "rank": part.rank}


def _task(line: Mapping[str, Any]) -> TaskEffort:
    parts = {name: EffortPart(line[name]["value"], line[name]["rank"]) for name in STATISTICS}
    return TaskEffort(line["task_id"], Stratum(line["stratum"]), line["effort"], parts)


def _stratum_json(found: StratumCalibration) -> StratumPayload:
    return {
        "tasks": found.tasks,
        "budgets": list(found.budgets),
        "threshold": found.threshold,
        "threshold_reason": found.threshold_reason,
        "rewarded": found.rewarded,
        "unrewarded": found.unrewarded,
    }


def _stratum(line: Mapping[str, Any]) -> StratumCalibration:
    return StratumCalibration(
        tasks=line["tasks"],
        budgets=tuple(line["budgets"]),
        threshold=line["threshold"],
        threshold_reason=line["threshold_reason"],
        rewarded=line["rewarded"],
        unrewarded=line["unrewarded"],
    )
