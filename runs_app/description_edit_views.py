"""Adding candidates, and the maintainers' part: generating them and freezing descriptions."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from runs_app.actions.candidates import Added, add_candidates, generate_candidates
from runs_app.actions.freezing import freeze_descriptions
from runs_app.description_forms import CandidateFileForm, CandidateForm, SourceForm
from runs_app.description_views import meter_bundle_or_404
from runs_app.domain.candidate_rows import CandidateRow, read_candidates
from runs_app.queries.candidates import known_sources
from tasks_app.domain.descriptions.extractive import ExtractiveGenerator
from tasks_app.domain.errors import EcoAgentError, Problem, Refused
from tasks_app.queries import BundleRow, meter_tasks

SHOWN_PROBLEMS = 100


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def candidate_add(request: HttpRequest, ref: str) -> HttpResponse:
    """A form for one candidate and one for a file of many."""
    bundle = meter_bundle_or_404(ref)
    if not (request.user.is_submitter or request.user.is_maintainer):
        raise PermissionDenied
    if request.method != "POST":
        return _form_page(request, bundle, CandidateForm(initial=request.GET.dict()))
    is_file = "many" in request.POST
    form = (
        CandidateFileForm(request.POST, request.FILES) if is_file else CandidateForm(request.POST)
    )
    if not form.is_valid():
        return _form_page(request, bundle, form, status=400)
    try:
        return _added(request, bundle, add_candidates(bundle.id, _rows(form, bundle), request.user))
    except Refused as error:
        return _form_page(request, bundle, form, error.problems, status=422)


def _form_page(
    request: HttpRequest,
    bundle: BundleRow,
    form: CandidateForm | CandidateFileForm,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Both forms, one of them as it was sent, with whatever was wrong."""
    is_file = isinstance(form, CandidateFileForm)
    context = {
        "bundle": bundle,
        "one": CandidateForm() if is_file else form,
        "many": form if is_file else CandidateFileForm(),
        "problems": problems[:SHOWN_PROBLEMS],
        "problem_count": len(problems),
    }
    return render(request, "descriptions/candidate_add.html", context, status=status)


@require_POST
@login_required
def generate(request: HttpRequest, ref: str) -> HttpResponse:
    """Extractive candidates from the trajectories of a source."""

    def work(bundle: BundleRow, source: str, task_ids: tuple[str, ...]) -> str:
        added = generate_candidates(
            bundle.id, source, ExtractiveGenerator(), request.user, task_ids
        )
        return f"{len(added.candidates)} new candidates, {added.known} were there already."

    return _maintained(request, ref, work)


@require_POST
@login_required
def freeze(request: HttpRequest, ref: str) -> HttpResponse:
    """Choose for a source, wherever its accepted candidates have been tried."""

    def work(bundle: BundleRow, source: str, task_ids: tuple[str, ...]) -> str:
        done = freeze_descriptions(bundle.id, source, request.user, task_ids)
        waiting = "; ".join(f"{task_id}: {why}" for task_id, why in list(done.waiting.items())[:5])
        left = f" {len(done.waiting)} wait. {waiting}" if waiting else ""
        return f"{len(done.frozen)} descriptions are frozen.{left}"

    return _maintained(request, ref, work)


def _maintained(
    request: HttpRequest, ref: str, work: Callable[[BundleRow, str, tuple[str, ...]], str]
) -> HttpResponse:
    bundle = meter_bundle_or_404(ref)
    if not request.user.is_maintainer:
        raise PermissionDenied
    form = SourceForm(request.POST, sources=known_sources(bundle.id))
    if not form.is_valid():
        messages.error(request, "Choose a source that has runs over this bundle.")
        return redirect("candidate-list", ref=bundle.ref)
    task_id = form.cleaned_data["task_id"]
    try:
        messages.success(
            request, work(bundle, form.cleaned_data["source"], (task_id,) if task_id else ())
        )
    except EcoAgentError as error:
        messages.error(request, f"{_sentence(error)} Nothing was changed.")
    return redirect("candidate-list", ref=bundle.ref)


def _rows(form: Any, bundle: BundleRow) -> tuple[CandidateRow, ...]:
    if isinstance(form, CandidateForm):
        return (form.row,)
    return read_candidates(form.cleaned_data["file"].read(), meter_tasks(bundle.id))


def _added(request: HttpRequest, bundle: BundleRow, added: Added) -> HttpResponse:
    passing = sum(candidate.passes_public for candidate in added.candidates)
    messages.success(
        request,
        f"Candidates added: {len(added.candidates)}; passing the public checks: {passing}; "
        f"there already: {added.known}.",
    )
    if len(added.candidates) == 1:
        return redirect("candidate", candidate_id=added.candidates[0].pk)
    return redirect("candidate-list", ref=bundle.ref)


def _sentence(error: EcoAgentError) -> str:
    return (
        error.problems[0].message if isinstance(error, Refused) and error.problems else str(error)
    )
