"""A meter bundle made by hand, for the tests of every app: thirty tasks, ten of them with other
wordings from two sources, and an evaluator's string that nobody may ever see."""

from functools import cache

from tasks_app import actions
from tasks_app.domain.bundle_format import sealed
from tasks_app.domain.bundle_spec import Bundle, BundleKind, BundleSpec
from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet
from tasks_app.domain.prices import PriceSchedule

TASKS = 30
OPT_TASKS = 10
SOURCES = ("model-a x cli-x", "model-b x cli-y")
HIDDEN = "hidden-evaluator-string"


@cache
def meter_bundle(tasks: int = TASKS) -> Bundle:
    """Tasks ``m00``, ``m01`` and so on, all in the full set, the first ten in opt."""
    spec = BundleSpec(
        name="meter",
        version="1",
        title="Small jobs on files",
        description="Made by hand for tests.",
        licence="CC0-1.0",
        kind=BundleKind.METER,
        sources=(),
        prices=PriceSchedule({}, {}),
        families={},
        proxy_cap=None,
        counts={"full": tasks, "opt": min(tasks, OPT_TASKS)},
        selection={},
        tasks_sha256="",
        canonical_sha256="",
    )
    return sealed(spec, meter_tasks=[meter_task(number) for number in range(tasks)])


def meter_task(number: int) -> MeterTask:
    """Task ``number``; the first ten have a generic wording and one from each source."""
    name, is_opt = f"m{number:02d}", number < OPT_TASKS
    original = f"Sum the column amount of {name}.csv and write the sum to {name}.txt."
    by_source = {source: f"{original} One number, as {source} likes it." for source in SOURCES}
    return MeterTask(
        task_id=name,
        instruction=original,
        artifacts=({"path": f"{name}.csv", "role": "input"},),
        outputs=({"path": f"{name}.txt"},),
        success_criteria=["The file holds one number.", "It is the sum, to the cent."],
        source={"dataset": "hand-made", "evaluation": [f"{HIDDEN} of {name}"]},
        sets=(TaskSet.FULL, TaskSet.OPT) if is_opt else (TaskSet.FULL,),
        descriptions=Descriptions(
            original,
            f"Add up {name}.csv into {name}.txt." if is_opt else None,
            by_source if is_opt else {},
        ),
    )


def import_meter_bundle(tasks: int = TASKS) -> int:
    """Import the meter bundle into the test database and return its id."""
    return actions.import_bundle(meter_bundle(tasks))
