"""Results brought as a table: upload it, say what its columns are, look, and take it in."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from runs_app import import_tables, jobs
from runs_app.actions import result_tables
from runs_app.actions.result_tables import Taking
from runs_app.import_forms import MappingForm, TableUploadForm
from runs_app.import_page import Preview, TablePage
from runs_app.models import Archive
from runs_app.queries.result_tables import meter_bundles, own_mappings, own_tables
from tasks_app.domain.errors import EcoAgentError, Refused
from tasks_app.domain.foreign_tables.limits import WEB_LIMITS
from tasks_app.domain.foreign_tables.refusals import too_many_bytes
from tasks_app.web.body_size import has_larger_file


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result_table_list(request: HttpRequest) -> HttpResponse:
    """Bring a table. A body that is too large is refused before any of it is read.

    Checking the CSRF token reads the body, so that check comes after this one.
    """
    if has_larger_file(request, WEB_LIMITS.bytes):
        return _list_page(request, TableUploadForm(), _sentence(too_many_bytes(WEB_LIMITS)), 413)
    return _bring(request)


@csrf_protect
@login_required
def _bring(request: HttpRequest) -> HttpResponse:
    if not request.user.is_submitter:
        raise PermissionDenied("Only people with the submitter role may bring results.")
    if request.method != "POST":
        return _list_page(request, TableUploadForm())
    form = TableUploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list_page(request, form, status=400)
    try:
        table = result_tables.keep_table(form.cleaned_data["file"], request.user, WEB_LIMITS)
    except EcoAgentError as error:
        return _list_page(request, form, _sentence(error), 422)
    return redirect("result-table", table.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result_table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Say what the columns are and see how the table reads; with ``take``, take it in."""
    stored = get_object_or_404(own_tables(request.user), pk=table_id)
    page = TablePage.of(stored, request.user)
    if request.method != "POST":
        choice = page.first_choice(request.GET.get("mapping"))
        preview = page.preview(choice.mapping, choice.bundle)
        return _table_page(request, page, page.form(choice), preview, choice.is_kept)
    form = page.sent_form(request.POST)
    if not form.is_valid():
        return _table_page(request, page, form, None, status=400)
    preview = page.preview(form.mapping, form.cleaned_data["bundle"])
    if "take" not in request.POST or not preview.can_be_taken:
        return _table_page(request, page, form, preview)
    try:
        archive = _taken(page, form, preview)
    except EcoAgentError as error:
        messages.error(request, _sentence(error))
        return _table_page(request, page, form, preview, status=422)
    return redirect("archive", archive.pk)


@require_POST
@login_required
def result_table_discard(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Forget a table."""
    result_tables.discard_table(get_object_or_404(own_tables(request.user), pk=table_id))
    return redirect("result-tables")


@require_POST
@login_required
def table_mapping_forget(request: HttpRequest, mapping_id: int) -> HttpResponse:
    """Forget how an earlier table was read."""
    result_tables.forget_mapping(get_object_or_404(own_mappings(request.user), pk=mapping_id))
    return redirect("result-tables")


def _taken(page: TablePage, form: MappingForm, preview: Preview) -> Archive:
    sent = form.cleaned_data
    taking = Taking(
        owner=page.user,
        name=page.stored.file_name,
        sha256=page.stored.sha256,
        visibility=sent["visibility"],
        idempotency_key=sent["idempotency_key"] or None,
    )
    archive = result_tables.take_table(preview.conversion, preview.checked, taking)
    if sent["keep_as"]:
        result_tables.keep_mapping(page.user, sent["keep_as"], form.mapping, sent["bundle"])
    archive_id = str(archive.pk)
    transaction.on_commit(lambda: jobs.ingest_archive.delay(archive_id=archive_id), robust=True)
    return archive


def _list_page(
    request: HttpRequest, form: TableUploadForm, error: str = "", status: int = 200
) -> HttpResponse:
    user = request.user
    known = user.is_authenticated
    context = {
        "form": form,
        "error": error,
        "most_bytes": WEB_LIMITS.bytes,
        "waiting": import_tables.waiting_table(own_tables(user)) if known else None,
        "mappings": own_mappings(user) if known else None,
    }
    return render(request, "runs/result_table_list.html", context, status=status)


def _table_page(
    request: HttpRequest,
    page: TablePage,
    form: MappingForm,
    preview: Preview | None,
    is_kept: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "stored": page.stored,
        "form": form,
        "preview": preview,
        "is_kept": is_kept,
        "raw_table": page.raw_table(),
        "notes": page.table.notes,
        "mappings": own_mappings(request.user),
        "has_bundles": bool(meter_bundles()),
    }
    return render(request, "runs/result_table.html", context, status=status)


def _sentence(error: EcoAgentError) -> str:
    if isinstance(error, Refused):
        return " ".join(f"{problem.message} {problem.hint}" for problem in error.problems[:3])
    return str(error)
