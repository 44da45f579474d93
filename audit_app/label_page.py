"""What the labelling screen shows: card, choices, counts, and what its script begins with."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.http import urlencode

from audit_app import queries
from audit_app.domain.blinding import Claimed, Progress
from audit_app.domain.design import AuditKind
from audit_app.domain.labels import Decision
from audit_app.serializers import claimed_json
from tasks_app.domain.errors import EcoAgentError, Refused

DECISIONS = (
    {"value": "correct", "text": "Correct"},
    {"value": "incorrect", "text": "Incorrect"},
    {"value": "unsure", "text": "Unsure"},
)
MOVES = (
    {"value": "back", "text": "← Back"},
    {"value": "undo", "text": "Undo"},
    {"value": "skip", "text": "Skip …"},
    {"value": "help", "text": "Rubric"},
    {"value": "next", "text": "Next →"},
)
SKIP_REASONS = (
    "The question cannot be understood",
    "The evidence does not settle it",
    "It needs knowledge that I lack",
    "I have seen this answer elsewhere",
    "The item is broken",
)
CHOICES = {"decisions": DECISIONS, "moves": MOVES, "skip_reasons": SKIP_REASONS}
REALISM = {
    "asks": "Is this task realistic?",
    "decisions": (
        {"value": "correct", "text": "Realistic"},
        {"value": "incorrect", "text": "Not realistic"},
        DECISIONS[2],
    ),
}
"""What a review of tasks asks instead."""
WORDS = {
    Decision.CORRECT: "correct",
    Decision.INCORRECT: "incorrect",
    Decision.UNSURE: "unsure",
    Decision.SKIP: "skipped",
    Decision.CLEARED: "taken back",
}
REALISM_WORDS = WORDS | {Decision.CORRECT: "realistic", Decision.INCORRECT: "not realistic"}
MOST_PAST = 500
"""Own cards that the script can go back to."""


def context(
    request: HttpRequest,
    audit: queries.AuditRow,
    card: Claimed | None,
    entered: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The template's context. ``entered`` is what was sent and not stored."""
    own = queries.my_progress(audit.id, request.user)
    past = [str(item_id) for item_id in queries.my_item_ids(audit.id, request.user)]
    back, forward = _beside(audit.id, past, card)
    return {
        "asks": "Is the answer correct?",
        **CHOICES,
        **(REALISM if audit.kind == AuditKind.REALISM else {}),
        "audit": audit,
        "card": card,
        "card_action": reverse("audit-item", args=[audit.id, card.item.id]) if card else "",
        "reveal_action": reverse("audit-reveal", args=[audit.id, card.item.id]) if card else "",
        "entered": entered or _entered(card),
        "decided_text": _decided_text(card, words(audit)),
        "may_reveal": audit.reveal_allowed,
        "rubric": {"text": audit.rubric, "version": audit.rubric_version},
        "own": own,
        "whole": audit.progress,
        "end": end_text(own, audit),
        "back_href": back,
        "forward_href": forward,
        "page_state": _script_state(request, audit, card, own, past[-MOST_PAST:]),
    }


def counts(own: Progress, audit: queries.AuditRow) -> dict[str, Any]:
    """Mine against mine and the audit against the audit, and what to say at the end."""
    return {"own": asdict(own), "audit": asdict(audit.progress), "end": end_text(own, audit)}


def end_text(own: Progress, audit: queries.AuditRow) -> dict[str, str]:
    """Why there is no card, so that nobody takes "nothing for me now" for "all is done"."""
    left = audit.progress.total - audit.progress.done
    if not audit.is_open:
        return {"heading": "This audit is closed.", "text": "Its labels stay as they are."}
    if left <= 0:
        text = "Its report exists once a maintainer closes it; until then you may change labels."
        return {"heading": "Every item of this audit is labelled.", "text": text}
    text = (
        f"You have labelled {own.done}. {left} of {audit.progress.total} readings are still to be "
        "made by others; one that is abandoned comes back within ten minutes: look again then."
    )
    return {"heading": "There is nothing left for you now.", "text": text}


def words(audit: queries.AuditRow) -> Mapping[Decision, str]:
    """What each decision is called in this audit."""
    return REALISM_WORDS if audit.kind == AuditKind.REALISM else WORDS


def sentence(error: EcoAgentError) -> str:
    if isinstance(error, Refused):
        return " ".join(f"{problem.message} {problem.hint}".strip() for problem in error.problems)
    return str(error)


def _entered(card: Claimed | None) -> Mapping[str, Any]:
    if card is None:
        return {}
    return asdict(card.label) if card.label else card.draft


def _decided_text(card: Claimed | None, words_of: Mapping[Decision, str]) -> str:
    if card is None or card.label is None:
        return ""
    reason = f", {card.label.reason}" if card.label.reason else ""
    stale = "; the item has changed since, so decide again" if card.label.is_stale else ""
    return f"You decided: {words_of[card.label.decision]}{reason}{stale}."


def _beside(audit_id: UUID, past: list[str], card: Claimed | None) -> tuple[str, str]:
    """Links to the own cards before and after; after the last one comes the next new card."""
    address = reverse("audit-label", args=[audit_id])
    shown = str(card.item.id) if card else ""
    place = past.index(shown) if shown in past else len(past)
    back = f"{address}?item={past[place - 1]}" if place else ""
    if place >= len(past):
        return back, ""
    return back, f"{address}?item={past[place + 1]}" if place + 1 < len(past) else address


def _script_state(
    request: HttpRequest,
    audit: queries.AuditRow,
    card: Claimed | None,
    own: Progress,
    past: list[str],
) -> dict[str, Any]:
    here = reverse("audit-label", args=[audit.id])
    return {
        "audit": str(audit.id),
        "user": str(request.user.pk),
        "token": get_token(request),
        "card": claimed_json(card) if card else None,
        "past": past,
        "words": words(audit),
        "own": asdict(own),
        "urls": {
            "claim": reverse("api-audit-claim", args=[audit.id]),
            "items": f"{reverse('api-audit', args=[audit.id])}items/",
            "state": reverse("audit-state", args=[audit.id]),
            "login": f"{reverse('login')}?{urlencode({'next': here})}",
        },
    }
