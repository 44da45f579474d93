"""Runs: their list, one run with its episodes, its progress, and ending it early."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from runs_app import actions, episode_tables, queries, run_tables
from runs_app.live import live
from runs_app.models import Run
from runs_app.run_filters import (
    EPISODE_PARAMS,
    RUN_PARAMS,
    filtered_episodes,
    filtered_runs,
    shown_filters,
)
from tasks_app.domain.cells import web_href
from tasks_app.domain.errors import Conflict, NotAllowed
from tasks_app.queries import all_bundles, bundle_spec
from tasks_app.web.keyset import list_page
from tasks_app.web.params import read_params
from tasks_app.web.sorting import list_state


@require_safe
def run_list(request: HttpRequest) -> HttpResponse:
    params = read_params(request.GET, RUN_PARAMS)
    runs = filtered_runs(queries.visible_runs(request.user), params)
    page = list_page(runs, run_tables.LISTING, request.GET)
    tallies = queries.run_tallies([run.pk for run in page.rows])
    context = {
        "page": page,
        "table": run_tables.run_table(page, tallies),
        "filters": shown_filters(RUN_PARAMS, params, bundle=[b.ref for b in all_bundles()]),
        "note": params.note,
    }
    return render(request, "runs/run_list.html", context)


@require_safe
def run_detail(request: HttpRequest, run_id: UUID) -> HttpResponse:
    run = _visible_run(request, run_id)
    params = read_params(request.GET, EPISODE_PARAMS)
    episodes = queries.visible_episodes(request.user).filter(run=run)
    listed = filtered_episodes(episode_tables.listed(episodes), params)
    page = list_page(listed, episode_tables.LISTING, request.GET)
    context = {
        "run": run,
        "live": live(run),
        "agent_href": web_href(run.agent.url),
        "may_end": _may_end(request.user, run),
        "page": page,
        "episode_table": episode_tables.episode_table(page, _query_of_list(request)),
        "filters": shown_filters(EPISODE_PARAMS, params),
        "note": params.note,
        **_scores(run),
    }
    return render(request, "runs/run_detail.html", context)


@require_safe
@never_cache
def run_progress(request: HttpRequest, run_id: UUID) -> JsonResponse:
    """What the run page polls while the run is not over."""
    return JsonResponse(live(_visible_run(request, run_id)).as_json)


@require_POST
@login_required
def cancel_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    done = "The run is cancelled. Episodes already executed are kept."
    return _end(request, run_id, actions.cancel_run, done)


@require_POST
@login_required
def withdraw_run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    done = "The run is withdrawn: an older one takes its place on the boards, if there is one."
    return _end(request, run_id, actions.withdraw_run, done)


def _end(
    request: HttpRequest, run_id: UUID, action: Callable[[UUID, Any], None], done: str
) -> HttpResponse:
    run = _visible_run(request, run_id)
    try:
        action(run.pk, request.user)
    except NotAllowed as error:
        raise PermissionDenied from error
    except Conflict as error:
        messages.error(request, f"{error} Nothing was changed.")
    else:
        messages.success(request, done)
    return redirect("run-detail", run_id=run.pk)


def _visible_run(request: HttpRequest, run_id: UUID) -> Run:
    """The run, or 404 where it does not exist for this person."""
    return get_object_or_404(queries.visible_runs(request.user), pk=run_id)


def _may_end(user: Any, run: Run) -> bool:
    return user.is_authenticated and (user.is_maintainer or run.owner_id == user.pk)


def _scores(run: Run) -> dict[str, Any]:
    """The tables of what the episodes come to."""
    tallies = queries.family_tallies(run.pk)
    spec = bundle_spec(run.bundle_id)
    return {
        "tally": sum(tallies.values(), queries.Tally()),
        "family_table": run_tables.family_table(run, spec, tallies),
        "failure_table": run_tables.failure_table(run, queries.failure_counts(run.pk)),
    }


def _query_of_list(request: HttpRequest) -> str:
    names = [param.name for param in EPISODE_PARAMS]
    return list_state(request.GET, episode_tables.LISTING.table_key, names)
