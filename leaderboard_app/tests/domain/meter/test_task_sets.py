from dataclasses import replace

from leaderboard_app.domain.meter.calibration import Calibration, TaskEffort
from leaderboard_app.domain.meter.effort import EffortPart
from leaderboard_app.domain.meter.parameters import STATISTICS, Parameters
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_sets import core_selection, declared_sets, scored_sets
from tasks_app.domain.meter_task import TaskSet
from tasks_app.tests.meter_bundles import meter_bundle

UNKNOWN = dict.fromkeys(STATISTICS, EffortPart(None, None))


def calibration(tasks, per_stratum):
    """Tasks in the order of their effort, so many a stratum and the rest hard."""
    names = list(Stratum)
    efforts = [
        TaskEffort(task, names[min(place // per_stratum, 2)], place / len(tasks), UNKNOWN)
        for place, task in enumerate(tasks)
    ]
    return Calibration(Parameters(), tuple(efforts), {})


def tasks_in(*sets):
    """Tasks m00, m01, ... of the sets given for each."""
    tasks = meter_bundle().meter_tasks[: len(sets)]
    return [replace(task, sets=names) for task, names in zip(tasks, sets, strict=True)]


def test_sets_are_what_tasks_declare_in_bundle_order():
    sets = declared_sets(tasks_in((TaskSet.FULL,), (TaskSet.FULL, TaskSet.OPT)))
    assert sets == {TaskSet.FULL: ("m00", "m01"), TaskSet.OPT: ("m01",)}


def test_full_is_everything_where_nobody_says_so_and_the_others_lie_within_it():
    assert declared_sets(tasks_in((), (TaskSet.CORE,))) == {
        TaskSet.FULL: ("m00", "m01"),
        TaskSet.CORE: ("m01",),
    }
    assert declared_sets(tasks_in((TaskSet.FULL,), (TaskSet.CORE,))) == {TaskSet.FULL: ("m00",)}


def test_core_takes_tasks_at_evenly_spaced_ranks_of_effort():
    """7 tasks a stratum, 2 of them: floor(0.5 * 7 / 2) = 1 and floor(1.5 * 7 / 2) = 5."""
    tasks = [f"t{place:02d}" for place in range(21)]
    assert core_selection(calibration(tasks, 7), 2) == ("t01", "t05", "t08", "t12", "t15", "t19")


def test_a_core_is_selected_only_where_none_is_declared_and_it_is_less_than_full():
    tasks = tuple(f"t{place:02d}" for place in range(33))
    found = calibration(tasks, 11)
    full = {TaskSet.FULL: tasks}

    assert len(scored_sets(full, found)[TaskSet.CORE]) == 30
    assert scored_sets(full, None) == full
    declared = full | {TaskSet.CORE: tasks[:3]}
    assert scored_sets(declared, found) == declared
    small = {TaskSet.FULL: tasks[:30]}
    assert scored_sets(small, calibration(tasks[:30], 10)) == small
