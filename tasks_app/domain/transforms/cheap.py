"""Cheap: every document can be searched, and an ordinary search finds the answer."""

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Surface, TaskSpec
from tasks_app.domain.transforms.recipe import Draft, Unfit, Workbench, make_task

RATIONALE = "A document among the ordinary search results carries the answer; more is waste."


def cheap_task(row: SeedRow, bench: Workbench) -> TaskSpec | Unfit:
    """All paragraphs to ``search``; the availability gate afterwards searches for the answer."""
    if row.answer is None:
        return Unfit("the row has no answer")
    surfaces = [Surface.SEARCH] * len(row.paragraphs)
    return make_task(row, Draft(Family.CHEAP, Decision.CHEAP, surfaces, RATIONALE), bench)
