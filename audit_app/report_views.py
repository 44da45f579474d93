"""The report of a closed audit, as page, CSV and JSON, and third decisions on disagreements."""

from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit_app import actions, queries
from audit_app.domain.direction import direction
from audit_app.domain.report import AuditReport
from audit_app.domain.report_lines import ReportLine, report_lines
from audit_app.domain.tables import report_tables
from audit_app.domain.tables.audit_tables import cells_table
from audit_app.domain.tables.correction_table import correction_table
from audit_app.domain.tables.disagreement_table import DisagreementPage, disagreement_table
from audit_app.forms import AdjudicationForm
from audit_app.label_page import sentence
from audit_app.queries.disagreements import both_sides
from audit_app.views import visible_audit
from tasks_app.domain.csv_text import csv_text
from tasks_app.domain.errors import EcoAgentError, NotAllowed


@require_safe
@login_required
@never_cache
def report(request: HttpRequest, audit_id: UUID) -> HttpResponse:
    """How far judge and people agree; back to the audit while it is open."""
    audit = visible_audit(request, audit_id)
    found = queries.report(audit_id)
    if found is None:
        messages.error(request, "The report exists once the audit is closed.")
        return redirect("audit", audit_id=audit_id)
    design = queries.audit_design(audit_id, request.user)
    page = DisagreementPage.of(found.disagreements, request.GET.get("disagreements", ""))
    context = {
        "audit": audit,
        "report": found,
        "design": design,
        "direction": direction(found.overall),
        "disagreements": disagreement_table(
            page, lambda item_id: reverse("audit-disagreement", args=[audit_id, item_id])
        ),
        "page": _links(page),
        "cells": cells_table(design.cells, audit.kind) if design and design.cells else None,
        **_tables(found),
    }
    return render(request, "audit/report.html", context)


@require_safe
@login_required
@never_cache
def report_csv(request: HttpRequest, audit_id: UUID) -> HttpResponse:
    """Every number of the report, one a line, undefined ones with their reason."""
    visible_audit(request, audit_id)
    found = queries.report(audit_id)
    if found is None:
        raise Http404
    rows = [line.as_row() for line in report_lines(found)]
    text = csv_text(rows[0], (row.values() for row in rows))
    name = f"audit-{str(audit_id)[:8]}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@login_required
@never_cache
def export(request: HttpRequest, audit_id: UUID) -> FileResponse:
    """The zip from which a script recomputes the report."""
    audit = visible_audit(request, audit_id)
    if not request.user.is_maintainer:
        raise PermissionDenied
    if audit.is_open:
        raise Http404
    target = TemporaryFile()  # noqa: SIM115 - the response closes it
    queries.write_export(audit_id, target)
    target.seek(0)
    return FileResponse(target, as_attachment=True, filename=f"audit-{str(audit_id)[:8]}.zip")


@require_safe
@login_required
@never_cache
def disagreement(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    """Both sides of an item of a closed audit."""
    return _disagreement(request, audit_id, item_id, AdjudicationForm())


@require_POST
@login_required
def adjudicate(request: HttpRequest, audit_id: UUID, item_id: UUID) -> HttpResponse:
    """A third decision with its reason, beside the labels."""
    form = AdjudicationForm(request.POST)
    if not form.is_valid():
        return _disagreement(request, audit_id, item_id, form, status=400)
    visible_audit(request, audit_id)
    try:
        actions.adjudicate(item_id, request.user, audit_id=audit_id, **form.cleaned_data)
    except NotAllowed as error:
        raise PermissionDenied from error
    except EcoAgentError as error:
        form.add_error(None, sentence(error))
        return _disagreement(request, audit_id, item_id, form, status=409)
    messages.success(request, "Your decision stands beside the labels, which stay as they are.")
    return redirect("audit-disagreement", audit_id=audit_id, item_id=item_id)


def _disagreement(
    request: HttpRequest, audit_id: UUID, item_id: UUID, form: AdjudicationForm, status: int = 200
) -> HttpResponse:
    audit = visible_audit(request, audit_id)
    found = both_sides(audit_id, item_id)
    if audit.is_open or found is None:
        raise Http404
    context = {"audit": audit, "found": found, "form": form}
    return render(request, "audit/disagreement.html", context, status=status)


def _links(page: DisagreementPage) -> dict[str, str]:
    address = "?disagreements={}#disagreements"
    return {
        "previous_href": address.format(page.number - 1) if page.number > 1 else "",
        "next_href": address.format(page.number + 1) if page.number < page.count else "",
    }


def _tables(found: AuditReport) -> dict[str, Any]:
    lines = report_lines(found)
    shown = report_tables.lines_table

    def of(*sections: str) -> list[ReportLine]:
        return [line for line in lines if line.section in sections]

    return {
        "confusion": report_tables.confusion_table(found.overall),
        "counts": report_tables.counts_table(found),
        "overall": shown("overall", "Agreement in the sample", of("overall")),
        "population": shown("population", "Estimates for the frame", of("population", "limit")),
        "families": report_tables.by_subject_table("families", "By family", of("family"), "Family"),
        "blinding": report_tables.by_subject_table(
            "blinding", "Blind and revealed", of("blinding"), "Labelled"
        ),
        "humans": shown("humans", "People with one another", of("humans")),
        "undecided": report_tables.undecided_table(of("undecided")),
        "adjudicated": shown("adjudicated", "After adjudication", of("adjudicated")),
        "corrected": correction_table(found.corrected),
        "realism": shown("realism", "Realism of the bundle's tasks", of("realism")),
        "agents": report_tables.gaps_table(
            found.gaps, {line.subject: line for line in of("agent")}
        ),
    }
