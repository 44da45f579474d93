"""Bundles and tasks as an agent may see them; a task's oracle on a page for maintainers."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tasks_app import bundle_tables, meter_tables, queries, task_tables
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.cells import web_href
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.domain.meter_task import TaskSet
from tasks_app.web.keyset import list_page
from tasks_app.web.params import Param, Reading, read_params

FAMILY = Param("family", tuple(Family))
TASK_SET = Param("set", tuple(TaskSet))


@require_safe
def bundle_list(request: HttpRequest) -> HttpResponse:
    table = bundle_tables.bundle_table(queries.all_bundles())
    return render(request, "tasks/bundle_list.html", {"table": table})


@require_safe
def bundle_detail(request: HttpRequest, ref: str) -> HttpResponse:
    """Manifest and tasks of a bundle; a name without a version leads to its newest one."""
    bundle = _bundle(ref)
    if bundle.ref != ref:
        return redirect("bundle-detail", ref=bundle.ref)
    params = read_params(request.GET, [TASK_SET if bundle.kind == BundleKind.METER else FAMILY])
    rows = queries.listed_tasks(bundle.id, params.values.get("family"), params.values.get("set"))
    page = list_page(rows, task_tables.LISTING, request.GET)
    context = {
        "bundle": bundle,
        "spec": queries.bundle_spec(bundle.id),
        "tables": bundle_tables.manifest_tables(queries.bundle_spec(bundle.id)),
        "page": page,
        "task_table": task_tables.task_table(bundle, page),
        "filter": _filter(bundle, params),
        "note": params.note,
    }
    return render(request, "tasks/bundle_detail.html", context)


@require_safe
def task_detail(request: HttpRequest, ref: str, task_id: str) -> HttpResponse:
    """One task: nothing that its agents may not see."""
    bundle = _bundle(ref)
    if bundle.kind == BundleKind.METER:
        return _meter_task(request, bundle, task_id)
    views = queries.agent_views(bundle.id, [task_id])
    if task_id not in views:
        raise Http404
    task = views[task_id]
    context = {
        "bundle": bundle,
        "task": task,
        "family_title": FAMILY_TITLES[task.family],
        "tool_table": task_tables.tool_table(task),
        "rules": queries.bundle_spec(bundle.id).families[task.family],
    }
    return render(request, "tasks/task_detail.html", context)


def _meter_task(request: HttpRequest, bundle: queries.BundleRow, task_id: str) -> HttpResponse:
    """A meter task as published, but for what only its evaluator may see."""
    task = queries.meter_task_view(bundle.id, task_id)
    if task is None:
        raise Http404
    context = {
        "bundle": bundle,
        "task": task,
        "artifacts": meter_tables.item_table("artifacts", "Artifacts given", task.artifacts),
        "outputs": meter_tables.item_table("outputs", "Required outputs", task.outputs),
        "criteria": meter_tables.item_table(
            "criteria", "Success criteria", meter_tables.items_of(task.success_criteria)
        ),
        "descriptions": meter_tables.descriptions(task),
        "source_href": web_href(task.source.get("url")),
    }
    return render(request, "tasks/meter_task.html", context)


@require_safe
@login_required
@never_cache
def task_oracle(request: HttpRequest, ref: str, task_id: str) -> HttpResponse:
    """What only the evaluator may see: for maintainers, and never linked for others."""
    if not request.user.is_maintainer:
        raise PermissionDenied
    bundle = _bundle(ref)
    specs = queries.task_specs(bundle.id, [task_id]) if bundle.kind == "economic" else {}
    if task_id not in specs:
        raise Http404
    context = {
        "bundle": bundle,
        "task": specs[task_id],
        "trace_table": task_tables.trace_table(specs[task_id].oracle),
        "document_table": task_tables.document_table(specs[task_id]),
    }
    return render(request, "tasks/task_oracle.html", context)


def _filter(bundle: queries.BundleRow, params: Reading) -> dict[str, Any]:
    """What the list of tasks can be filtered by: families, or the sets of a meter bundle."""
    if bundle.kind == BundleKind.METER:
        choices = {name.value: name.value for name in TaskSet}
        return {"name": "set", "label": "Task set", "value": params["set"], "choices": choices}
    families = {family.value: title for family, title in FAMILY_TITLES.items()}
    return {"name": "family", "label": "Family", "value": params["family"], "choices": families}


def _bundle(ref: str) -> queries.BundleRow:
    bundle = queries.find_bundle(ref)
    if bundle is None:
        raise Http404
    return bundle
