"""The task sets of a meter bundle: which tasks a grid is over."""

from collections.abc import Iterable, Mapping

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.meter_task import MeterTask, TaskSet

CORE_PER_STRATUM = 10

TaskSets = Mapping[TaskSet, tuple[str, ...]]
"""Task ids by set, in bundle order, without empty sets."""


def declared_sets(tasks: Iterable[MeterTask]) -> TaskSets:
    """What tasks say that they belong to. Full is every task where no task says so; the others lie
    within it, because the calibration that scores them is that of Full."""
    found: dict[TaskSet, list[str]] = {name: [] for name in TaskSet}
    every = []
    for task in tasks:
        every.append(task.task_id)
        for name in task.sets:
            found[name].append(task.task_id)
    found[TaskSet.FULL] = found[TaskSet.FULL] or every
    full = set(found[TaskSet.FULL])
    within = {name: tuple(one for one in ids if one in full) for name, ids in found.items()}
    return {name: ids for name, ids in within.items() if ids}


def scored_sets(declared: TaskSets, calibration: Calibration | None) -> TaskSets:
    """The declared sets, and where no core is declared the one that the calibration selects,
    unless that is all of Full."""
    if calibration is None or TaskSet.CORE in declared:
        return declared
    full = declared[TaskSet.FULL]
    chosen = set(core_selection(calibration))
    core = tuple(task_id for task_id in full if task_id in chosen)
    return dict(declared) if len(core) == len(full) else {**declared, TaskSet.CORE: core}


def core_selection(
    calibration: Calibration, per_stratum: int = CORE_PER_STRATUM
) -> tuple[str, ...]:
    """Tasks at evenly spaced ranks of effort within each stratum (ours).

    Of n tasks in the order of (effort, task id) those at floor((k + 0.5) n / size), k from 0;
    all of them where the stratum has no more than ``per_stratum``.
    """
    chosen: list[str] = []
    for name in Stratum:
        ordered = [task.task_id for task in calibration.tasks if task.stratum is name]
        size = min(per_stratum, len(ordered))
        chosen += [ordered[(2 * k + 1) * len(ordered) // (2 * size)] for k in range(size)]
    return tuple(chosen)
