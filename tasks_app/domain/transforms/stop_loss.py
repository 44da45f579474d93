"""Stop-loss: the question rests on a false premise, and no document answers it."""

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Surface, TaskSpec
from tasks_app.domain.transforms.recipe import Draft, Unfit, Workbench, make_task

RATIONALE = (
    "The question rests on a false premise: no document answers it, however much is spent, so "
    "abstaining is right."
)


def stop_loss_task(row: SeedRow, bench: Workbench) -> TaskSpec | Unfit:
    if row.answer is not None:
        return Unfit("the row has an answer")
    surfaces = [Surface.SEARCH] * len(row.paragraphs)
    return make_task(row, Draft(Family.STOP, Decision.STOP, surfaces, RATIONALE), bench)
