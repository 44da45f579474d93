"""One task of a ``meter`` bundle: executed elsewhere, measured in reward, tokens and USD.

Source: AgentMeter (arXiv 2606.21140v2), sections on task sets and descriptions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class TaskSet(StrEnum):
    FULL = "full"
    CORE = "core"
    OPT = "opt"


@dataclass(frozen=True)
class Descriptions:
    """The wordings of one task; ``by_source`` maps a configuration to the wording made from it."""

    original: str
    generic: str | None
    by_source: Mapping[str, str]


@dataclass(frozen=True)
class MeterTask:
    """``artifacts``, ``outputs`` and ``success_criteria`` are kept as published (JSON values)."""

    task_id: str
    instruction: str
    artifacts: tuple[Any, ...]
    outputs: tuple[Any, ...]
    success_criteria: Any
    source: Mapping[str, Any]
    sets: tuple[TaskSet, ...]
    descriptions: Descriptions


PUBLIC_SOURCE = ("dataset", "row_id", "licence", "url")


@dataclass(frozen=True)
class MeterView:
    """What anybody may see of a meter task. ``source`` names where it comes from; whatever else
    the bundle keeps there, such as an evaluator's strings, stays out."""

    task_id: str
    instruction: str
    artifacts: tuple[Any, ...]
    outputs: tuple[Any, ...]
    success_criteria: Any
    source: Mapping[str, str]
    sets: tuple[TaskSet, ...]
    descriptions: Descriptions


def meter_view(task: MeterTask) -> MeterView:
    """The only door from a meter task to a page or an answer of the API."""
    told = {key: task.source.get(key) for key in PUBLIC_SOURCE}
    return MeterView(
        task_id=task.task_id,
        instruction=task.instruction,
        artifacts=task.artifacts,
        outputs=task.outputs,
        success_criteria=task.success_criteria,
        source={key: value for key, value in told.items() if isinstance(value, str)},
        sets=task.sets,
        descriptions=task.descriptions,
    )
