"""A meter bundle made of a table, for maintainers."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tasks_app import actions
from tasks_app.bundle_forms import TableBundleForm
from tasks_app.domain.canonical import sha256_hex
from tasks_app.domain.errors import Conflict, Problem, Refused
from tasks_app.domain.foreign_tables import open_table
from tasks_app.domain.foreign_tables.limits import WEB_LIMITS
from tasks_app.domain.foreign_tables.refusals import too_many_bytes
from tasks_app.domain.meter_table import meter_bundle
from tasks_app.web.body_size import has_larger_file

SHOWN_PROBLEMS = 50


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bundle_from_table(request: HttpRequest) -> HttpResponse:
    """Make a bundle of the task ids in a table. A body that is too large is refused before any
    of it is read, and so before the CSRF token in it can be checked."""
    if has_larger_file(request, WEB_LIMITS.bytes):
        return _page(request, TableBundleForm(), too_many_bytes(WEB_LIMITS).problems, 413)
    return _make(request)


@csrf_protect
@login_required
def _make(request: HttpRequest) -> HttpResponse:
    if not request.user.is_maintainer:
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, TableBundleForm())
    form = TableBundleForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=400)
    try:
        ref = _made(form)
    except Refused as refused:
        return _page(request, form, refused.problems, 422)
    except Conflict as conflict:
        return _page(request, form, [Problem("conflict", str(conflict))], 409)
    return redirect("bundle-detail", ref=ref)


def _made(form: TableBundleForm) -> str:
    file = form.cleaned_data["file"]
    if file.size > WEB_LIMITS.bytes:
        raise too_many_bytes(WEB_LIMITS)
    data = file.read()
    bundle = meter_bundle(open_table(data, WEB_LIMITS), form.about, sha256_hex(data))
    actions.import_bundle(bundle)
    return bundle.spec.ref


def _page(
    request: HttpRequest,
    form: TableBundleForm,
    problems: list[Problem] | tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "problems": problems[:SHOWN_PROBLEMS],
        "count": len(problems),
        "most_bytes": WEB_LIMITS.bytes,
    }
    return render(request, "tasks/bundle_from_table.html", context, status=status)
