"""Audits for tests: the real actions over the mini bundle, and bare ones that need no runs."""

from typing import Any
from uuid import UUID

from audit_app import actions
from audit_app.actions.storing import ItemDraft, store_items
from audit_app.domain.blinding import Passage
from audit_app.domain.design import AuditDesign
from audit_app.domain.labels import Decision, LabelInput
from audit_app.models import Audit, Item
from runs_app.tests.factories import executed_run
from runs_app.tests.people import person


def reviewer(name: str = "rita", **roles: bool) -> Any:
    return person(name, is_reviewer=True, **roles)


def design(*runs: Any, **changes: Any) -> AuditDesign:
    """A design over ``runs`` of one bundle, whatever it draws."""
    values: dict[str, Any] = {
        "title": "A first look",
        "bundle_id": runs[0].bundle_id,
        "run_ids": tuple(run.pk for run in runs),
        "judge": "exact",
        "size": 4,
        "seed": "s1",
        "rubric": "Correct is what the evidence says.",
        "rubric_version": "r1",
    }
    return AuditDesign(**values | changes)


def opened_audit(**changes: Any) -> Audit:
    """An audit of one agent's answers over the mini bundle."""
    mia = person("mia", is_maintainer=True)
    return actions.open_audit(design(executed_run("LexicalEager"), **changes), mia)


def bare_audit(size: int = 3, seats: int = 1, **changes: Any) -> Audit:
    """An open audit of ``size`` made-up items: quick, and without runs."""
    values = {"title": "Bare", "kind": "imported", "rubric": "Read.", "rubric_version": "r1"}
    audit = Audit.objects.create(size=size, frame_size=size, **values | changes)
    drafts = [
        ItemDraft(
            f"Question {number}?",
            (Passage("Title", "Text."),),
            f"Answer {number}",
            seats=seats,
            family="cheap_qa",
            verdict="correct" if number % 2 else "incorrect",
            agent="Agent",
        )
        for number in range(size)
    ]
    store_items(audit, drafts)
    return audit


def says(decision: str = "correct", version: int = 0, **more: Any) -> LabelInput:
    return LabelInput(Decision(decision), version, **more)


def items(audit: Audit) -> list[Item]:
    return list(audit.items.order_by("position"))


def label_next(audit: Audit, user: Any, decision: str = "correct") -> UUID:
    """Claim the next item, label it, and return its id."""
    claimed = actions.claim_item(audit.pk, user)
    actions.record_label(claimed.item.id, user, says(decision, claimed.version))
    return claimed.item.id
