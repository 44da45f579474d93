"""Bringing in labels that were made elsewhere, as a closed audit with a chained log."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from audit_app.actions.chaining import append_all
from audit_app.actions.storing import ItemDraft, store_items
from audit_app.domain.design import AuditKind
from audit_app.domain.label_sets import FAMILY, ImportedAnswer, LabelSet
from audit_app.models import Adjudication, Audit, HumanLabel, Item
from tasks_app.domain.errors import NotAllowed

RUBRIC = "Labels made elsewhere; their annotators' rubric is not known here."
RUBRIC_VERSION = "imported"


@transaction.atomic
def import_label_set(title: str, judge: str, found: LabelSet, user: Any) -> Audit:
    """Store a label set as a closed audit of ``judge``. Its reason tells what was counted.

    It is no sample of a known frame, so its report has no population estimates.
    Raises NotAllowed.
    """
    if not user.is_maintainer:
        raise NotAllowed("Only maintainers import labels.")
    counted = ", ".join(f"{count} {name}" for name, count in found.counts.items())
    audit = Audit.objects.create(
        title=title,
        kind=AuditKind.IMPORTED,
        judge=judge,
        size=len(found.answers),
        frame_size=len(found.answers),
        rubric=RUBRIC,
        rubric_version=RUBRIC_VERSION,
        status=Audit.Status.CLOSED,
        reason=f"Imported: {counted}.",
        opened_by=user,
        closed_by=user,
        closed_at=timezone.now(),
    )
    items = store_items(audit, [_draft(answer) for answer in found.answers])
    pairs = list(zip(items, found.answers, strict=True))
    labels = [label for item, answer in pairs for label in _labels(audit, item, answer)]
    append_all(audit, labels)
    Adjudication.objects.bulk_create(
        Adjudication(item=item, name="annotator3", decision=answer.adjudicated, reason="Imported.")
        for item, answer in pairs
        if answer.adjudicated is not None
    )
    return audit


def _draft(answer: ImportedAnswer) -> ItemDraft:
    return ItemDraft(
        question=answer.question,
        evidence=(),
        answer=answer.answer,
        task_id=answer.task_id,
        family=FAMILY,
        verdict=answer.verdict or "",
        seats=max(1, len(answer.labels)),
    )


def _labels(audit: Audit, item: Item, answer: ImportedAnswer) -> list[HumanLabel]:
    return [
        HumanLabel(
            audit=audit,
            item=item,
            annotator=annotator,
            decision=decision,
            rubric_version=RUBRIC_VERSION,
            content_digest=item.content_digest,
            version=1,
            created_at=audit.closed_at,
        )
        for annotator, decision in answer.labels.items()
    ]
