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
