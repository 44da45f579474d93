"""Opening an audit: the form, and the cells that its choices would draw from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from audit_app import actions, queries
from audit_app.domain.design import AuditDesign, AuditKind
from audit_app.domain.expectation import ASSUMED, Expectation, expectation, realism_expectation
from audit_app.domain.realism import RealismFigures
from audit_app.domain.tables.audit_tables import cells_table
from audit_app.forms import AuditForm, DrawForm
from audit_app.label_page import sentence
from runs_app.domain.episode import CompositeMode
from runs_app.queries import visible_runs
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import EcoAgentError
from tasks_app.domain.table import Table
from tasks_app.queries import all_bundles, find_bundle


@dataclass(frozen=True)
class Preview:
    """The cells as they would be drawn from, and the intervals to expect if people confirm, or
    find realistic, a share of ``assumed``: of answers, or the figures of a review of tasks."""

    cells: Table
    expected: Expectation | None = None
    realism: RealismFigures | None = None
    assumed: float = ASSUMED


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The design form; "Show the cells" previews, "Open" opens the audit."""
    choices = _choices(request)
    if request.method != "POST":
        return _page(request, choices, AuditForm(initial=_first(choices), **choices["of_bundle"]))
    if "open" not in request.POST:
        return _page(request, choices, AuditForm(initial=_sent(request), **choices["of_bundle"]))
    form = AuditForm(request.POST, **choices["of_bundle"])
    if not form.is_valid():
        return _page(request, choices, form, status=400)
    try:
        audit = actions.open_audit(replace(form.draw, **form.design), request.user)
    except EcoAgentError as error:
        form.add_error(None, sentence(error))
        return _page(request, choices, form, status=422)
    messages.success(request, "The audit is open: reviewers find it in their list.")
    return redirect("audit", audit_id=audit.pk)


@login_required
@never_cache
@require_POST
def cells(request: HttpRequest) -> HttpResponse:
    """The cells of what is chosen so far, for the form's script."""
    return render(request, "audit/_cells.html", _preview_of(request, _choices(request)))


def _choices(request: HttpRequest) -> dict[str, Any]:
    """The chosen bundle with its runs and judges; for maintainers only."""
    if not getattr(request.user, "is_maintainer", False):
        raise PermissionDenied
    asked = (request.POST or request.GET).get("bundle", "")[:200]
    bundle = find_bundle(asked or None, BundleKind.ECONOMIC)
    runs = visible_runs(request.user).filter(bundle_id=bundle.id if bundle else None)
    runs = runs.filter(status="scored").exclude(agent__composite_mode=CompositeMode.ORACLE)
    rows = list(runs.order_by("agent__name", "-created_at"))
    words = [
        (str(run.pk), f"{run.agent.name}, {run.budget_label}, {run.created_at:%Y-%m-%d %H:%M}")
        for run in rows
    ]
    judges = sorted({run.judge for run in rows})
    return {
        "bundle": bundle,
        "of_bundle": {"bundle_id": bundle.id if bundle else 0, "runs": words, "judges": judges},
    }


def _first(choices: Mapping[str, Any]) -> dict[str, Any]:
    """A bundle without a run that can be judged has tasks all the same."""
    kind = AuditKind.ANSWERS if choices["of_bundle"]["runs"] else AuditKind.REALISM
    return {"kind": kind}


def _page(
    request: HttpRequest, choices: Mapping[str, Any], form: AuditForm, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "bundle": choices["bundle"],
        "bundles": [b.ref for b in all_bundles() if b.kind == BundleKind.ECONOMIC],
        "has_runs": bool(choices["of_bundle"]["runs"]),
        **(_preview_of(request, choices) if request.method == "POST" else {}),
    }
    return render(request, "audit/audit_new.html", context, status=status)


def _preview_of(request: HttpRequest, choices: Mapping[str, Any]) -> dict[str, Any]:
    form = DrawForm(request.POST, **choices["of_bundle"])
    if not form.is_valid():
        wrong = [str(message) for found in form.errors.values() for message in found]
        return {"preview_problem": " ".join(wrong)}
    try:
        return {"preview": _preview(form.draw)}
    except EcoAgentError as error:
        return {"preview_problem": sentence(error)}


def _preview(draw: AuditDesign) -> Preview:
    found = queries.preview_cells(draw)
    rows = [
        {
            "family": preview.cell.family,
            "verdict": preview.cell.verdict,
            "population": preview.population,
            "drawn": preview.drawn,
            "inclusion": preview.inclusion,
        }
        for preview in found
    ]
    populations = {preview.cell: preview.population for preview in found}
    draws = {preview.cell: preview.drawn for preview in found}
    cells = cells_table(rows, draw.kind)
    if not found:
        return Preview(cells)
    if draw.kind is AuditKind.REALISM:
        return Preview(cells, realism=realism_expectation(populations, draws))
    return Preview(cells, expectation(populations, draws))


def _sent(request: HttpRequest) -> dict[str, Any]:
    """What was sent, as initial values, so that a preview complains of nothing."""
    sent: QueryDict = request.POST
    lists = {name: sent.getlist(name) for name in ("runs", "families")}
    return {name: sent[name] for name in sent} | lists
