"""The task sets of a meter bundle: which tasks a grid is over."""

from collections.abc import Iterable, Mapping

from tasks_app.domain.meter_task import MeterTask, TaskSet


def declared_sets(tasks: Iterable[MeterTask]) -> Mapping[TaskSet, tuple[str, ...]]:
    """Task ids by set, in bundle order, without empty sets. Full is every task where no task says
    that it belongs to it."""
    found: dict[TaskSet, list[str]] = {name: [] for name in TaskSet}
    every = []
    for task in tasks:
        every.append(task.task_id)
        for name in task.sets:
            found[name].append(task.task_id)
    found[TaskSet.FULL] = found[TaskSet.FULL] or every
    return {name: tuple(ids) for name, ids in found.items() if ids}
