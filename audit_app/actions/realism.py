"""The items of a realism review: a bundle's tasks, each with its family's evidence surface."""

from dataclasses import replace

from audit_app.actions.storing import ItemDraft
from audit_app.domain.design import AuditDesign
from audit_app.domain.evidence_surface import evidence_surface
from audit_app.domain.sampling import Sample, choose_overlap
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.queries import task_specs

NO_ANSWER = "There is no answer to read: the question and its documents are reviewed."


def realism_drafts(design: AuditDesign, sample: Sample) -> list[ItemDraft]:
    """The drawn tasks in serving order. Nothing of an oracle is stored with them."""
    ids = [drawn.unit.task_id for drawn in sample.drawn]
    tasks, twice = task_specs(design.bundle_id, ids), choose_overlap(sample, design.overlap)
    return [
        replace(
            _draft(tasks[drawn.unit.task_id]),
            seats=2 if drawn.unit.task_id in twice else 1,
            inclusion=drawn.inclusion_probability,
        )
        for drawn in sample.drawn
    ]


def _draft(task: TaskSpec) -> ItemDraft:
    """Question and documents of a task; its oracle is left behind here."""
    return ItemDraft(
        question=task.question,
        evidence=evidence_surface(task.family, task.documents),
        answer=NO_ANSWER,
        task_id=task.task_id,
        family=task.family,
    )
