"""Escalation: the hop that carries the answer is withheld, so that cheap search cannot find it."""

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.normalise import contains_answer
from tasks_app.domain.seedpools.seed_row import SeedRow
from tasks_app.domain.task_spec import Surface, TaskSpec
from tasks_app.domain.transforms.recipe import Draft, Unfit, Workbench, make_task

RATIONALE = (
    "The document that carries the answer cannot be reached by search, so the cheap path ends "
    "without it; deep research reaches it."
)


def escalation_task(row: SeedRow, bench: Workbench) -> TaskSpec | Unfit:
    """One supporting paragraph to ``deep``, all others to ``search``.

    The leakage gate afterwards refuses rows whose answer stands elsewhere too.
    """
    carriers = [
        place
        for place, paragraph in enumerate(row.paragraphs)
        if paragraph.is_supporting and _carries(f"{paragraph.title}\n{paragraph.text}", row)
    ]
    if len(carriers) != 1:
        count = "several" if carriers else "no"
        return Unfit(f"{count} supporting paragraphs carry the answer")
    surfaces = [
        Surface.DEEP if place in carriers else Surface.SEARCH
        for place in range(len(row.paragraphs))
    ]
    draft = Draft(Family.ESCALATION, Decision.ESCALATE, surfaces, RATIONALE)
    return make_task(row, draft, bench)


def _carries(text: str, row: SeedRow) -> bool:
    answers = () if row.answer is None else (row.answer, *row.aliases)
    return any(contains_answer(text, answer) for answer in answers)
