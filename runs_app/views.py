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

from runs_app import actions, meter_run_tables, queries, run_tables
from runs_app.domain.descriptions import CANDIDATE
from runs_app.episode_lists import episode_list
from runs_app.live import live
from runs_app.models import Run
from runs_app.run_filters import RUN_PARAMS, filtered_episodes, filtered_runs, shown_filters
from tasks_app.domain.cells import web_href
from tasks_app.domain.errors import Conflict, NotAllowed
from tasks_app.domain.table import Table
from tasks_app.queries import all_bundles, bundle_spec
from tasks_app.web.keyset import ListPage, list_page
from tasks_app.web.params import Param, Reading, read_params


@require_safe
def run_list(request: HttpRequest) -> HttpResponse:
    params = read_params(request.GET, RUN_PARAMS)
    runs = filtered_runs(queries.visible_runs(request.user), params)
    bundles = all_bundles()
    choices = {"bundle": [bundle.ref for bundle in bundles]}
    metered = next((b for b in bundles if b.ref == params["bundle"] and b.kind == "meter"), None)
    if metered:
        choices["description"] = _descriptions(metered.id, params["description"])
    is_metered = metered is not None or bool(params["description"])
    listing = meter_run_tables.LISTING if is_metered else run_tables.LISTING
    page = list_page(runs, listing, request.GET)
    context = {
        "page": page,
        "table": _run_table(page, is_metered),
        "filters": shown_filters(_run_params(params, is_metered), params, **choices),
        "note": params.note,
    }
    return render(request, "runs/run_list.html", context)


def _run_params(reading: Reading, is_metered: bool) -> list[Param]:
    """The filters that say something of these runs, and those that are set."""
    idle = {"budget"} if is_metered else {"description"} if reading["bundle"] else set()
    return [param for param in RUN_PARAMS if param.name not in idle or reading[param.name]]


def _descriptions(bundle_id: int, chosen: str | None) -> list[str]:
    """What to choose from: every name but those of candidates, of which there may be thousands."""
    known = queries.known_descriptions(bundle_id)
    named = {name for name in known if not name.startswith(CANDIDATE)}
    return sorted(named | ({chosen} if chosen else set()))


def _run_table(page: ListPage[Run], is_metered: bool) -> Table:
    """The runs with what they come to; a table of its own where only meter runs can be meant."""
    metered = queries.meter_tallies([run.pk for run in page.rows if run.is_metered])
    if is_metered:
        return meter_run_tables.run_table(page, metered)
    tallies = queries.run_tallies([run.pk for run in page.rows if not run.is_metered])
    passes = {
        run.pk: meter_run_tables.passed_cell(metered.get(run.pk, queries.MeterTally()))
        for run in page.rows
        if run.is_metered
    }
    return run_tables.run_table(page, tallies, passes)


@require_safe
def run_detail(request: HttpRequest, run_id: UUID) -> HttpResponse:
    run = _visible_run(request, run_id)
    shown = episode_list(run)
    params = read_params(request.GET, shown.params)
    episodes = queries.visible_episodes(request.user).filter(run=run)
    page = list_page(filtered_episodes(shown.listed(episodes), params), shown.listing, request.GET)
    context = {
        "run": run,
        "live": live(run),
        "agent_href": web_href(run.agent.url),
        "may_end": _may_end(request.user, run),
        "page": page,
        "episode_table": shown.table(page, shown.query(request.GET)),
        "filters": shown_filters(shown.params, params),
        "note": params.note,
        **(_measures(run) if run.is_metered else _scores(run)),
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
    tally = sum(tallies.values(), queries.Tally())
    return {
        "tally": tally,
        "missing": run.tasks_total - tally.judged,
        "score_tables": [
            run_tables.family_table(run, spec, tallies),
            run_tables.failure_table(run, queries.failure_counts(run.pk)),
        ],
    }


def _measures(run: Run) -> dict[str, Any]:
    """The table of what the episodes of a meter run come to."""
    tally = queries.meter_tallies([run.pk]).get(run.pk, queries.MeterTally())
    return {
        "tally": tally,
        "missing": run.tasks_total - tally.graded,
        "score_tables": [meter_run_tables.score_table(run, tally)],
    }
