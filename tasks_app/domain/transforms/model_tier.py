"""Model tiers: the documents are given, and what is chosen is the model that reads them."""

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Surface, TaskSpec
from tasks_app.domain.transforms.recipe import Draft, Unfit, Workbench, make_task

RATIONALES = {
    Decision.FAST: "The fast tier answers correctly in most recorded attempts; more is waste.",
    Decision.FRONTIER: "The fast tier fails in most recorded attempts, the frontier tier does not.",
}


def model_upgrade_task(row: SeedRow, bench: Workbench) -> TaskSpec | Unfit:
    return _tier_task(row, bench, Family.MODEL_UPGRADE)


def frozen_information_task(row: SeedRow, bench: Workbench) -> TaskSpec | Unfit:
    return _tier_task(row, bench, Family.FROZEN)


def _tier_task(row: SeedRow, bench: Workbench, family: Family) -> TaskSpec | Unfit:
    """All paragraphs to ``context``; the decision is what the labeller recorded."""
    if row.answer is None:
        return Unfit("the row has no answer")
    labels = bench.label(row)
    if labels.decision is None:
        return Unfit("the frontier reader is wrong in most attempts")
    surfaces = [Surface.CONTEXT] * len(row.paragraphs)
    rationale = RATIONALES[labels.decision]
    draft = Draft(family, labels.decision, surfaces, rationale, labels.attempts)
    return make_task(row, draft, bench)
