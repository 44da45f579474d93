"""Audits: their list, one of them, and closing it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit_app import actions, queries
from audit_app.domain.tables.audit_tables import audits_table, cells_table
from tasks_app.domain.errors import Conflict, NotAllowed


@require_safe
@never_cache
def audit_list(request: HttpRequest) -> HttpResponse:
    """The audits that the reader may see; for anybody else, what an audit is and who sees them."""
    rows = queries.visible_audits(request.user)
    table = audits_table(rows, lambda audit_id: reverse("audit", args=[audit_id]))
    return render(request, "audit/audit_list.html", {"table": table, "rows": rows})


@require_safe
@login_required
@never_cache
def audit(request: HttpRequest, audit_id: UUID) -> HttpResponse:
    """One audit: its rubric and progress; its design where that tells nobody what is blinded."""
    row = visible_audit(request, audit_id)
    design = queries.audit_design(audit_id, request.user)
    context = {
        "audit": row,
        "own": queries.my_progress(audit_id, request.user),
        "design": design,
        "cells": cells_table(design.cells, row.kind) if design and design.cells else None,
    }
    return render(request, "audit/audit.html", context)


@require_POST
@login_required
def close(request: HttpRequest, audit_id: UUID) -> HttpResponse:
    """End the audit; its report exists from then on."""
    visible_audit(request, audit_id)
    try:
        actions.close_audit(audit_id, request.user, request.POST.get("reason", "")[:1000])
    except NotAllowed as error:
        raise PermissionDenied from error
    except Conflict as error:
        messages.error(request, f"{error} Nothing was changed.")
    else:
        messages.success(request, "The audit is closed. Its labels stay as they are.")
    return redirect("audit", audit_id=audit_id)


def visible_audit(request: HttpRequest, audit_id: UUID) -> queries.AuditRow:
    """The audit, or 404 where it does not exist for this person."""
    found = queries.audit(audit_id, request.user)
    if found is None:
        raise Http404
    return found
