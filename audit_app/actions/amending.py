"""Correcting what an item shows. Labels given to the old text stay, but no longer count."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from audit_app.actions.seats import locked_item
from audit_app.actions.sessions import check_open
from audit_app.domain.blinding import Passage, content_digest
from audit_app.domain.seating import ClaimState
from audit_app.models import Claim, Item, LabelChain, Session
from tasks_app.domain.errors import NotAllowed


@transaction.atomic
def amend_item(item_id: UUID, user: Any, question: str, evidence: tuple[Passage, ...]) -> Item:
    """Show another question or evidence: its readings are open again, to the same people too.

    Raises NotAllowed, Item.DoesNotExist or Conflict (closed). An answer is never amended: it is
    what is judged.
    """
    if not user.is_maintainer:
        raise NotAllowed("Only maintainers amend items.")
    _lock_sessions(item_id)
    item = locked_item(item_id)
    check_open(item.audit)
    passages = [asdict(passage) for passage in evidence]
    digest = content_digest(question, passages, item.answer)
    if digest == item.content_digest:
        return item
    item.question, item.evidence, item.content_digest = question, passages, digest
    item.revision += 1
    item.open_seats = item.seats - item.claims.filter(state=ClaimState.HELD).count()
    item.save(update_fields=["question", "evidence", "content_digest", "revision", "open_seats"])
    _reopen(item)
    return item


def _lock_sessions(item_id: UUID) -> None:
    """Sessions come before items, as in a label: the other way round both would wait."""
    readers = Session.objects.filter(claims__item=item_id).order_by("pk")
    list(readers.select_for_update(of=("self",), no_key=True).values_list("pk"))


def _reopen(item: Item) -> None:
    labelled = item.claims.filter(state__in=(ClaimState.DONE, ClaimState.SURPLUS))
    done = item.claims.filter(state=ClaimState.DONE).count()
    LabelChain.objects.filter(audit=item.audit_id).update(filled=F("filled") - done)
    sessions = list(labelled.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=sessions).update(done=F("done") - 1)
    Claim.objects.filter(item=item, session__in=sessions).update(state=ClaimState.RETURNED)
