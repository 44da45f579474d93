"""Uploading archives, watching what becomes of them, and downloading runs as archives."""

from dataclasses import asdict
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from runs_app import archive_tables, jobs
from runs_app.actions import archives
from runs_app.domain.archive.writer import write_archive
from runs_app.forms import ArchiveUploadForm
from runs_app.models import Archive
from runs_app.queries.archives import archive_progress, own_archives, visible_archives
from runs_app.queries.downloads import archive_of, archive_records
from runs_app.queries.runs import visible_runs
from tasks_app.domain.errors import EcoAgentError, Refused
from tasks_app.web.body_size import has_larger_file
from tasks_app.web.keyset import list_page


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The upload page. A body that is too large is refused before any of it is read.

    Checking the CSRF token reads the body, so that check comes after this one.
    """
    if has_larger_file(request, settings.ARCHIVE_MAX_BYTES):
        problem = archives.file_too_large(settings.ARCHIVE_MAX_BYTES)
        return _answer(request, ArchiveUploadForm(), f"{problem.message} {problem.hint}", 413)
    return _upload(request)


@csrf_protect
@login_required
def _upload(request: HttpRequest) -> HttpResponse:
    if not request.user.is_submitter:
        return _answer(request, None, "Only people with the submitter role may upload.", 403)
    if request.method != "POST":
        return _answer(request, ArchiveUploadForm(), "", 200)
    form = ArchiveUploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _answer(request, form, _first_error(form), 400)
    try:
        archive = archives.receive_archive(owner=request.user, **form.cleaned_data)
    except EcoAgentError as error:
        return _answer(request, form, _sentence(error), 422)
    _enqueue(archive)
    if _wants_json(request):
        return JsonResponse({"href": _href(archive)}, status=202)
    return redirect(_href(archive))


@require_safe
@login_required
@never_cache
def archive_list(request: HttpRequest) -> HttpResponse:
    """What the reader has uploaded."""
    page = list_page(own_archives(request.user), archive_tables.LISTING, request.GET)
    context = {"page": page, "table": archive_tables.archive_table(page)}
    return render(request, "runs/archive_list.html", context)


@require_safe
@never_cache
def archive_detail(request: HttpRequest, archive_id: UUID) -> HttpResponse:
    """What became of an upload: the verdict, then every problem by kind, then what was stored."""
    archive = get_object_or_404(visible_archives(request.user), pk=archive_id)
    runs = list(visible_runs(request.user).filter(archive=archive).order_by("agent__name", "pk"))
    context = {
        "archive": archive,
        "progress": archive_progress(archive),
        "groups": archive_tables.problem_groups(archive),
        "stored_table": archive_tables.stored_table(runs) if runs else None,
        "preview_table": archive_tables.preview_table(archive),
        "may_retry": _may_retry(request, archive),
    }
    return render(request, "runs/archive.html", context)


@require_safe
@never_cache
def archive_status(request: HttpRequest, archive_id: UUID) -> HttpResponse:
    """How far an archive is, for the script of its page."""
    archive = get_object_or_404(visible_archives(request.user), pk=archive_id)
    return JsonResponse(asdict(archive_progress(archive)))


@require_POST
@login_required
def archive_retry(request: HttpRequest, archive_id: UUID) -> HttpResponse:
    """Read a failed archive again."""
    archive = get_object_or_404(visible_archives(request.user), pk=archive_id)
    try:
        archives.retry_archive(archive.pk, request.user)
    except EcoAgentError as error:
        messages.error(request, str(error))
    else:
        _enqueue(archive)
    return redirect(_href(archive))


@require_safe
def run_download(request: HttpRequest, run_id: UUID) -> StreamingHttpResponse:
    """A run as an episode archive, streamed."""
    run = get_object_or_404(visible_runs(request.user), pk=run_id)
    pieces = write_archive(archive_of(run), archive_records(run))
    name = f"{slugify(run.agent.name) or 'run'}-{slugify(run.terms)}-{str(run.pk)[:8]}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)


def _enqueue(archive: Archive) -> None:
    """Without a broker the archive waits: what is unfinished is put back in the queue later."""
    archive_id = str(archive.pk)
    transaction.on_commit(lambda: jobs.ingest_archive.delay(archive_id=archive_id), robust=True)


def _answer(request: HttpRequest, form: ArchiveUploadForm, error: str, status: int) -> HttpResponse:
    """The upload page, or what its script needs of it."""
    if error and _wants_json(request):
        return JsonResponse({"error": error}, status=status)
    context = {"form": form, "error": error, "most_bytes": settings.ARCHIVE_MAX_BYTES}
    return render(request, "runs/upload.html", context, status=status)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _href(archive: Archive) -> str:
    return reverse("archive", args=[archive.pk])


def _first_error(form: ArchiveUploadForm) -> str:
    return " ".join(str(message) for messages_ in form.errors.values() for message in messages_)


def _sentence(error: EcoAgentError) -> str:
    if isinstance(error, Refused):
        return " ".join(f"{problem.message} {problem.hint}" for problem in error.problems)
    return str(error)


def _may_retry(request: HttpRequest, archive: Archive) -> bool:
    is_theirs = archive.owner_id == request.user.pk or getattr(request.user, "is_maintainer", False)
    return is_theirs and archive.status == Archive.Status.FAILED and bool(archive.file)
