"""Tasks of meter bundles as the API sends them: an allow-list, without what evaluates them."""

from typing import Any, TypedDict

from tasks_app.domain.meter_task import MeterView
from tasks_app.queries import BundleRow


class DescriptionsJson(TypedDict):
    """The wordings of a task; `by_source` maps a configuration to the one made from it."""

    original: str
    generic: str | None
    by_source: dict[str, str]


class MeterTaskJson(TypedDict):
    """A task of a meter bundle; artifacts, outputs and criteria are JSON as published."""

    bundle: str
    task_id: str
    instruction: str
    artifacts: list[Any]
    outputs: list[Any]
    success_criteria: Any
    source: dict[str, str]
    sets: list[str]
    descriptions: DescriptionsJson


def meter_task_json(bundle: BundleRow, task: MeterView) -> MeterTaskJson:
    return {
        "bundle": bundle.ref,
        "task_id": task.task_id,
        "instruction": task.instruction,
        "artifacts": list(task.artifacts),
        "outputs": list(task.outputs),
        "success_criteria": task.success_criteria,
        "source": dict(task.source),
        "sets": [name.value for name in task.sets],
        "descriptions": {
            "original": task.descriptions.original,
            "generic": task.descriptions.generic,
            "by_source": dict(task.descriptions.by_source),
        },
    }
