"""The labelling screen. Its script talks with the API; without script it is a plain form."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit_app import actions, label_page, queries
from audit_app.domain.blinding import Claimed
from audit_app.domain.labels import Decision, StaleWrite
from audit_app.forms import LabelForm
from tasks_app.domain.errors import Conflict, EcoAgentError, NotAllowed

KEPT = "kept_label"
KEPT_NOTE = (
    "You were logged out when you sent this. It was kept and is filled in below: send it again."
)


@require_safe
@login_required
@never_cache
def label(request: HttpRequest, audit_id: UUID) -> HttpResponse:
    """The next card, or one of the reader's own that the URL names; back where there is none."""
    audit = _labelled_audit(request, audit_id)
    if audit is None or not audit.is_open:
        return redirect("audit", audit_id=audit_id)
    try:
        card = _card(request, audit_id)
    except Conflict:
        card = None  # closed, or too many in hand, a moment ago
    kept, note = _kept(request, card)
    return _page(request, audit, card, entered=kept, kept_note=note)


def label_item(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    """A decision sent as a plain form. One that comes after the log-in expired is kept."""
    if not request.user.is_authenticated and request.method == "POST":
        return _kept_for_log_in(request, audit_id, item_id)
    return _label_item(request, audit_id, item_id)


def reveal(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    """Look behind the blinding, as a plain form; what was entered stays, even if logged out."""
    if not request.user.is_authenticated and request.method == "POST":
        return _kept_for_log_in(request, audit_id, item_id)
    return _reveal(request, audit_id, item_id)


@require_POST
@login_required
@never_cache
def _label_item(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    audit = _labelled_audit(request, audit_id)
    card = queries.my_item(audit_id, item_id, request.user)
    if audit is None or card is None:
        raise Http404
    form = LabelForm(request.POST)
    if not form.is_valid():
        return _page(request, audit, card, entered=form.entered, problem=form.problem, status=400)
    try:
        actions.record_label(item_id, request.user, form.label, audit_id)
    except StaleWrite as error:
        now = queries.my_item(audit_id, item_id, request.user)
        conflict = _states(error, label_page.words(audit))
        return _page(request, audit, now, entered=form.entered, conflict=conflict, status=409)
    except EcoAgentError as error:
        problem = label_page.sentence(error)
        return _page(request, audit, card, entered=form.entered, problem=problem, status=409)
    return redirect("audit-label", audit_id=audit_id)


@require_POST
@login_required
@never_cache
def _reveal(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    audit = _labelled_audit(request, audit_id)
    card = queries.my_item(audit_id, item_id, request.user)
    if audit is None or card is None:
        raise Http404
    entered = LabelForm(request.POST).entered
    try:
        seen = actions.reveal_item(item_id, request.user, audit_id)
    except NotAllowed as error:
        raise PermissionDenied from error
    except Conflict as error:
        return _page(request, audit, card, entered=entered, problem=str(error), status=409)
    return _page(request, audit, card, entered=entered, revealed=seen)


@require_safe
@never_cache
def label_state(request: HttpRequest, audit_id: UUID) -> JsonResponse:
    """Who is logged in, with a fresh CSRF token, and how far this person and the audit are."""
    user = request.user
    state: dict[str, Any] = {"user": str(user.pk or ""), "token": get_token(request)}
    audit = queries.audit(audit_id, user)
    if audit is not None and user.is_authenticated:
        state |= label_page.counts(queries.my_progress(audit_id, user), audit)
    return JsonResponse(state)


def _kept_for_log_in(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    """To the log-in, from which the card comes back as it was filled in."""
    request.session[KEPT] = {"item": str(item_id), **LabelForm(request.POST).entered}
    address = reverse("audit-label", args=[audit_id]) + f"?item={item_id}"
    return redirect(f"{reverse('login')}?{urlencode({'next': address})}")


def _labelled_audit(request: HttpRequest, audit_id: UUID) -> queries.AuditRow | None:
    """The audit, None for a maintainer who is no reviewer; 404 for anybody else."""
    audit = queries.audit(audit_id, request.user)
    if audit is None:
        raise Http404
    return audit if getattr(request.user, "is_reviewer", False) else None


def _card(request: HttpRequest, audit_id: UUID) -> Claimed | None:
    asked = request.GET.get("item", "")
    if asked:
        try:
            return queries.my_item(audit_id, UUID(asked), request.user)
        except ValueError as error:
            raise Http404 from error
    try:
        return actions.claim_item(audit_id, request.user)
    except (ObjectDoesNotExist, NotAllowed) as error:
        raise Http404 from error


def _kept(request: HttpRequest, card: Claimed | None) -> tuple[dict[str, Any] | None, str]:
    """What was sent while logged out, once, if it was for this card."""
    kept = request.session.get(KEPT)
    if kept is None or card is None or kept.get("item") != str(card.item.id):
        return None, ""
    del request.session[KEPT]
    return kept, KEPT_NOTE


def _states(error: StaleWrite, words: Mapping[Decision, str]) -> dict[str, str]:
    stored = error.stored.decision if error.stored else Decision.CLEARED
    return {"stored": words[stored], "mine": words[error.sent.decision]}


def _page(
    request: HttpRequest,
    audit: queries.AuditRow,
    card: Claimed | None,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    context = label_page.context(request, audit, card, shown.pop("entered", None))
    return render(request, "audit/label.html", {**context, **shown}, status=status)
