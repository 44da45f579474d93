"""Storing the items of a new audit: what is shown and what is hidden go to two tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.db import connection

from audit_app.domain.blinding import Passage, content_digest
from audit_app.models import Audit, Item, LabelChain, Provenance
from runs_app.domain.episode import storable

BATCH = 2_000


@dataclass(frozen=True)
class ItemDraft:
    """An item to be stored. ``barred_id`` is the person who never gets it; ``known`` the label of
    a control item; what follows ``barred_id`` is hidden from reviewers."""

    question: str
    evidence: tuple[Passage, ...]
    answer: str
    seats: int = 1
    barred_id: int | None = None
    episode_id: str | None = None
    run_id: object = None
    agent_id: int | None = None
    agent: str = ""
    task_id: str = ""
    family: str = ""
    verdict: str = ""
    inclusion: float = 1.0
    known: str = ""


HIDDEN = (
    *("episode_id", "run_id", "agent_id", "agent", "task_id", "family", "verdict"),
    *("inclusion", "known"),
)


def store_items(audit: Audit, drafts: Sequence[ItemDraft]) -> list[Item]:
    """Store the drafts in their order, each under a random id, and begin the label chain."""
    items = [_item(audit, number, draft) for number, draft in enumerate(drafts)]
    Item.objects.bulk_create(items, batch_size=BATCH)
    Provenance.objects.bulk_create(
        (
            Provenance(item=item, **{name: getattr(draft, name) for name in HIDDEN})
            for item, draft in zip(items, drafts, strict=True)
        ),
        batch_size=BATCH,
    )
    LabelChain.objects.create(audit=audit, readings=sum(item.seats for item in items))
    if len(items) >= BATCH:
        _tell_planner()
    return items


def _tell_planner() -> None:
    """Until autovacuum comes by, the database would look for the next of many new items as it
    did among the few it knew: one by one."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE audit_app_item")


def _item(audit: Audit, position: int, draft: ItemDraft) -> Item:
    question, answer = storable(draft.question), storable(draft.answer)
    evidence = [
        {"title": storable(passage.title), "text": storable(passage.text)}
        for passage in draft.evidence
    ]
    return Item(
        id=uuid4(),
        audit=audit,
        position=position,
        question=question,
        evidence=evidence,
        answer=answer,
        content_digest=content_digest(question, evidence, answer),
        seats=draft.seats,
        open_seats=draft.seats,
        barred_id=draft.barred_id,
    )
