"""Appending to an audit's label log under the lock of its chain."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection, transaction

from audit_app.actions.rows import first_row, object_of
from audit_app.domain.label_chain import link
from audit_app.models import Audit, HumanLabel, LabelChain
from audit_app.queries.chains import chain_entry
from tasks_app.domain.errors import Conflict

CLOSED = "This audit is closed; its labels stay as they are."
LOCKED = "SELECT * FROM audit_app_labelchain WHERE audit_id = %s FOR NO KEY UPDATE"
MOVED = "UPDATE audit_app_labelchain SET length = %s, head = %s, filled = %s WHERE audit_id = %s"


def append_label(label: HumanLabel, filled: int = 0) -> LabelChain:
    """Give a label its number and digest and store it; ``filled`` more readings are made now.

    Returns the chain as it is then. Raises Conflict where the audit was closed meanwhile.
    """
    chain = _locked(label.audit_id)
    if chain.is_sealed:
        raise Conflict(CLOSED)
    _link(chain, label)
    label.save(force_insert=True)
    _store(chain, filled)
    return chain


def seal(audit_id: UUID) -> None:
    """End the log, after whoever appends to it now: a report is made of labels that stay."""
    LabelChain.objects.filter(pk=audit_id).update(is_sealed=True)


@transaction.atomic
def append_all(audit: Audit, labels: Sequence[HumanLabel]) -> None:
    """Append many labels of readings at once: a label set, or a benchmark's."""
    chain = _locked(audit.pk)
    for label in labels:
        _link(chain, label)
    HumanLabel.objects.bulk_create(labels, batch_size=2_000)
    _store(chain, len(labels))


def _locked(audit_id: UUID) -> LabelChain:
    row = first_row(LOCKED, (audit_id,))
    if row is None:
        raise LabelChain.DoesNotExist
    return object_of(LabelChain, row)


def _link(chain: LabelChain, label: HumanLabel) -> None:
    label.number, label.previous = chain.length + 1, chain.head
    label.digest = link(chain.head, chain_entry(label))
    chain.length, chain.head = label.number, label.digest


def _store(chain: LabelChain, filled: int) -> None:
    chain.filled += filled
    with connection.cursor() as cursor:
        cursor.execute(MOVED, (chain.length, chain.head, chain.filled, chain.pk))
