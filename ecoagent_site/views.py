"""Pages of the site itself: home, account, health."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from ecoagent_site import docs_pages, health, tokens
from ecoagent_site.home_board import home_board, home_grid
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.queries import find_bundle


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What the site answers, in one screen."""
    grid = home_grid()
    bundle = find_bundle(kind=BundleKind.ECONOMIC) or (None if grid else find_bundle())
    context = {"board": home_board(), "grid": grid, "bundle": bundle}
    return render(request, "site/home.html", context)


@require_safe
@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Roles and tokens of the person; a new token is shown this one time."""
    return _account(request, new_token="")


@require_POST
@login_required
@never_cache
def create_token(request: HttpRequest) -> HttpResponse:
    return _account(request, new_token=tokens.create_token(request.user))


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    if tokens.revoke_token(request.user, request.POST.get("key", "")):
        messages.success(request, "The token is revoked: whoever holds it is refused from now on.")
    else:
        messages.error(request, "You have no such token; perhaps it was revoked already.")
    return redirect("account")


def locked_out(request: HttpRequest, _response: object, _credentials: object) -> HttpResponse:
    """What django-axes answers after too many failed log-ins (AXES_LOCKOUT_CALLABLE)."""
    return render(request, "site/locked_out.html", status=HTTPStatus.TOO_MANY_REQUESTS)


@require_GET
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process is alive; nothing else is asked."""
    return JsonResponse({"status": "ok"})


@require_GET
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Database, broker and a worker are reachable; 503 names the part that is not."""
    parts = health.readiness()
    ready = all(part.ok for part in parts)
    body = {
        "status": "ok" if ready else "not ready",
        "parts": {part.name: "ok" if part.ok else part.reason for part in parts},
    }
    return JsonResponse(body, status=HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE)


@require_safe
def docs_list(request: HttpRequest) -> HttpResponse:
    """What there is to read."""
    return render(request, "site/docs_list.html", {"titles": docs_pages.TITLES})


@require_safe
def docs_page(request: HttpRequest, name: str) -> HttpResponse:
    """One file of docs/ as a page."""
    if name not in docs_pages.TITLES:
        raise Http404
    return render(request, "site/docs_page.html", {"page": docs_pages.docs_page(name)})


def _account(request: HttpRequest, new_token: str) -> HttpResponse:
    context = {"new_token": new_token, "tokens": tokens.tokens_of(request.user)}
    return render(request, "site/account.html", context)
