"""Descriptions of meter tasks: what is frozen, and one wording beside the original."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from runs_app import candidate_tables
from runs_app.candidate_filters import (
    candidate_params,
    filtered_candidates,
    shown_candidate_filters,
)
from runs_app.description_forms import SourceForm
from runs_app.queries.candidates import (
    frozen_texts,
    known_sources,
    visible_candidates,
    visible_findings,
)
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.descriptions.anchors import anchors_of
from tasks_app.domain.descriptions.difference import Difference, difference
from tasks_app.domain.meter_task import MeterTask
from tasks_app.domain.table import Table
from tasks_app.queries import BundleRow, find_bundle, meter_tasks
from tasks_app.web.keyset import list_page
from tasks_app.web.params import read_params


@require_safe
@never_cache
def candidate_list(request: HttpRequest, ref: str) -> HttpResponse:
    """The frozen descriptions of a bundle, and the candidates that the reader may see."""
    bundle = meter_bundle_or_404(ref)
    params = candidate_params(request.user)
    reading = read_params(request.GET, params)
    rows = visible_candidates(request.user).filter(bundle_id=bundle.id)
    page = list_page(filtered_candidates(rows, reading), candidate_tables.LISTING, request.GET)
    sources = known_sources(bundle.id)
    context = {
        "bundle": bundle,
        "page": page,
        "table": candidate_tables.candidate_table(page, request.user),
        "frozen_table": candidate_tables.frozen_table(
            frozen_texts(bundle.id),
            lambda task_id: reverse("task-descriptions", args=[bundle.ref, task_id]),
        ),
        "filters": shown_candidate_filters(params, reading, sources),
        "note": reading.note,
        "source_form": SourceForm(sources=sources) if sources else None,
    }
    return render(request, "descriptions/candidate_list.html", context)


@require_safe
@never_cache
def candidate(request: HttpRequest, candidate_id: UUID) -> HttpResponse:
    """One candidate beside the original: what differs, what the gate says, what it must keep."""
    found = get_object_or_404(visible_candidates(request.user), pk=candidate_id)
    task = meter_tasks(found.bundle_id)[found.task_id]
    original = task.descriptions.original
    findings = visible_findings(found, request.user)
    context = {
        "candidate": found,
        "bundle": found.bundle,
        "state": candidate_tables.state_words(found, request.user),
        "difference": difference(original, found.text),
        "finding_table": candidate_tables.finding_table(findings, original, found.text),
        "anchor_table": candidate_tables.anchor_table(anchors_of(task), findings, compared=True),
    }
    return render(request, "descriptions/candidate.html", context)


@require_safe
def task_descriptions(request: HttpRequest, ref: str, task_id: str) -> HttpResponse:
    """A task's original wording with its public anchors, and every wording that is in use."""
    bundle = meter_bundle_or_404(ref)
    task = meter_task_or_404(bundle, task_id)
    context = {
        "bundle": bundle,
        "task_id": task_id,
        "original": task.descriptions.original,
        "anchors": anchors_of(task),
        "anchor_table": candidate_tables.anchor_table(anchors_of(task)),
        "wordings": list(_wordings(bundle, task)),
    }
    return render(request, "descriptions/task.html", context)


@dataclass(frozen=True)
class Wording:
    """A wording in use, with how it came to be and how it differs from the original."""

    name: str
    note: str
    difference: Difference
    evidence: Table | None = None


def _wordings(bundle: BundleRow, task: MeterTask) -> Iterator[Wording]:
    original, generic = task.descriptions.original, task.descriptions.generic
    if generic is not None:
        note = "Declared by the bundle. It rests on public text only."
        yield Wording("generic", note, difference(original, generic))
    for number, text in enumerate(frozen_texts(bundle.id, task.task_id), start=1):
        yield Wording(
            text.source,
            f"{candidate_tables.wording_words(text).capitalize()}. {text.reason}",
            difference(original, text.text),
            candidate_tables.evidence_table(text, f"evidence-{number}"),
        )


def meter_bundle_or_404(ref: str) -> BundleRow:
    bundle = find_bundle(ref)
    if bundle is None or bundle.kind != BundleKind.METER:
        raise Http404
    return bundle


def meter_task_or_404(bundle: BundleRow, task_id: str) -> MeterTask:
    task = meter_tasks(bundle.id).get(task_id)
    if task is None:
        raise Http404
    return task
