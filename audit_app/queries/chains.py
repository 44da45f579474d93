"""The label log of an audit, as it is chained, exported and checked."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Func, TextField
from django.db.models.functions import Cast

from audit_app.domain.label_chain import LabelEntry, broken_links, entry_from_json
from audit_app.models import HumanLabel, LabelChain

SAME = tuple(name for name in LabelEntry.__dataclass_fields__ if name not in {"item", "created_at"})
ISO_TIME = "to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US+00:00')"
"""As Python's ``isoformat`` writes it, but for ``NO_FRACTION``: reading times as times takes longer
than all the rest of a label."""
NO_FRACTION = ".000000"


def chain_entry(label: HumanLabel) -> LabelEntry:
    """A label as it is chained."""
    return LabelEntry(
        item=str(label.item_id),
        created_at=label.created_at.isoformat(),
        **{name: getattr(label, name) for name in SAME},
    )


def label_rows(audit_id: UUID) -> Iterator[dict[str, Any]]:
    """Every label from the first to the last, as exported: its entry and digest; streamed."""
    names = (*SAME, "digest", "item", "created_at")
    created_at = Func("created_at", template=ISO_TIME, output_field=TextField())
    labels = HumanLabel.objects.filter(audit=audit_id).order_by("number")
    rows = labels.values_list(*SAME, "digest", Cast("item_id", TextField()), created_at)
    for *known, written_at in rows.iterator(chunk_size=5_000):
        yield dict(zip(names, (*known, written_at.replace(NO_FRACTION, "")), strict=True))


def label_log(audit_id: UUID) -> Iterator[tuple[LabelEntry, str]]:
    """The same as values, each with its stored digest."""
    return map(entry_from_json, label_rows(audit_id))


def log_problems(audit_id: UUID) -> tuple[str, ...]:
    """What is wrong with the stored log, in sentences. Raises LabelChain.DoesNotExist."""
    head = LabelChain.objects.values_list("head", flat=True).get(pk=audit_id)
    return broken_links(label_log(audit_id), head)
