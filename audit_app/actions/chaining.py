"""Appending to an audit's label log under the lock of its chain."""

from audit_app.domain.label_chain import LabelEntry, link
from audit_app.models import HumanLabel, LabelChain


def append_label(label: HumanLabel, filled: int = 0) -> HumanLabel:
    """Give a label its number and digest and store it; ``filled`` more readings are made now."""
    chain = LabelChain.objects.select_for_update(no_key=True).get(pk=label.audit_id)
    label.number, label.previous = chain.length + 1, chain.head
    label.digest = link(chain.head, chain_entry(label))
    label.save(force_insert=True)
    chain.length, chain.head = label.number, label.digest
    chain.filled += filled
    chain.save(update_fields=["length", "head", "filled"])
    return label


def chain_entry(label: HumanLabel) -> LabelEntry:
    """A stored label as it is chained and exported."""
    return LabelEntry(
        number=label.number,
        item=str(label.item_id),
        annotator=label.annotator,
        decision=str(label.decision),
        reason=label.reason,
        comment=label.comment,
        flag=label.flag,
        was_blind=label.was_blind,
        is_late=label.is_late,
        rubric_version=label.rubric_version,
        content_digest=label.content_digest,
        version=label.version,
        active_seconds=label.active_seconds,
        created_at=label.created_at.isoformat(),
    )
