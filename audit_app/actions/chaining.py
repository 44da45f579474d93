"""Appending to an audit's label log under the lock of its chain."""

from collections.abc import Sequence

from django.db import transaction

from audit_app.domain.label_chain import link
from audit_app.models import Audit, HumanLabel, LabelChain
from audit_app.queries.chains import chain_entry


def append_label(label: HumanLabel, filled: int = 0) -> LabelChain:
    """Give a label its number and digest and store it; ``filled`` more readings are made now.

    Returns the chain as it is then.
    """
    chain = LabelChain.objects.select_for_update(no_key=True).get(pk=label.audit_id)
    label.number, label.previous = chain.length + 1, chain.head
    label.digest = link(chain.head, chain_entry(label))
    label.save(force_insert=True)
    chain.length, chain.head = label.number, label.digest
    chain.filled += filled
    chain.save(update_fields=["length", "head", "filled"])
    return chain


@transaction.atomic
def append_all(audit: Audit, labels: Sequence[HumanLabel]) -> None:
    """Append many labels of readings at once: a label set, or a benchmark's."""
    chain = LabelChain.objects.select_for_update(no_key=True).get(pk=audit.pk)
    for label in labels:
        label.number, label.previous = chain.length + 1, chain.head
        label.digest = link(chain.head, chain_entry(label))
        chain.length, chain.head = label.number, label.digest
    HumanLabel.objects.bulk_create(labels, batch_size=2_000)
    chain.filled += len(labels)
    chain.save(update_fields=["length", "head", "filled"])
