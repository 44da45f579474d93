"""Bundles and their tasks, as agents may see them; the oracle for maintainers alone."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tasks_app import queries
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import Family
from tasks_app.meter_serializers import MeterTaskJson, meter_task_json
from tasks_app.queries import BundleRow
from tasks_app.serializers import (
    BundleDetailJson,
    BundleJson,
    OracleJson,
    TaskJson,
    TaskRowJson,
    bundle_detail_json,
    bundle_json,
    oracle_json,
    task_json,
    task_row_json,
)
from tasks_app.web.api_cache import FIXED, SECRET, tagged
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import Choice, PageParameters, order_choice
from tasks_app.web.api_permissions import MaintainersOnly
from tasks_app.web.api_schema import OneOf, page_of
from tasks_app.web.api_views import ApiView, found

ANY_TASK = OneOf("AnyTask", (TaskJson, MeterTaskJson))


class BundleParameters(PageParameters):
    kind = Choice(BundleKind, required=False, help_text="Bundles of one kind only.")
    order = order_choice("-imported_at", "name")


class BundleList(ApiView):
    """The published bundles."""

    parameters = BundleParameters

    @extend_schema(operation_id="bundles", tags=["bundles"], responses=page_of(BundleJson))
    def get(self, request: Request) -> Response:
        rows = queries.listed_bundles()
        if kind := self.params.get("kind"):
            rows = rows.filter(kind=kind)
        fields = {"imported_at": "imported_at", "name": "name"}
        return paged(
            request,
            self.params,
            rows,
            fields,
            lambda page: [bundle_json(queries.bundle_row(row)) for row in page],
        )


class BundleDetail(ApiView):
    """The manifest of a bundle: prices, families and their budgets, sources, digests."""

    is_tagged = True

    @extend_schema(operation_id="bundle", tags=["bundles"], responses=BundleDetailJson)
    def get(self, request: Request, name: str, version: str) -> HttpResponseBase:
        bundle = bundle_at(name, version)
        spec = queries.bundle_spec(bundle.id)
        return tagged(
            request,
            spec.tasks_sha256,
            FIXED,
            lambda: Response(bundle_detail_json(bundle, spec)),
        )


class TaskParameters(PageParameters):
    family = Choice(Family, required=False, help_text="Tasks of one family only.")
    order = order_choice("position", "task_id")


class TaskList(ApiView):
    """The tasks of a bundle: what is asked, and in which family."""

    parameters = TaskParameters

    @extend_schema(operation_id="tasks", tags=["bundles"], responses=page_of(TaskRowJson))
    def get(self, request: Request, name: str, version: str) -> Response:
        rows = queries.listed_tasks(bundle_at(name, version).id, self.params.get("family"))
        fields = {"position": "position", "task_id": "task_id"}
        return paged(
            request, self.params, rows, fields, lambda page: [task_row_json(row) for row in page]
        )


class TaskDetail(ApiView):
    """One task as its agents see it; one of a meter bundle has every wording there is."""

    is_tagged = True

    @extend_schema(operation_id="task", tags=["bundles"], responses=ANY_TASK)
    def get(self, request: Request, name: str, version: str, task_id: str) -> HttpResponseBase:
        bundle = bundle_at(name, version)
        seen = task_seen(bundle, task_id)
        digest = queries.bundle_spec(bundle.id).tasks_sha256
        return tagged(request, digest, FIXED, lambda: Response(seen))


class TaskOracle(ApiView):
    """What only the evaluator may see of a task: answer, support, labels, reference traces."""

    permission_classes = (MaintainersOnly,)
    problem_statuses = (403,)

    @extend_schema(operation_id="task_oracle", tags=["bundles"], responses=OracleJson)
    def get(self, request: Request, name: str, version: str, task_id: str) -> Response:
        bundle = economic_bundle_at(name, version)
        task = found(queries.task_specs(bundle.id, [task_id]).get(task_id), "task")
        return Response(oracle_json(bundle, task), headers={"Cache-Control": SECRET})


def bundle_at(name: str, version: str) -> BundleRow:
    """The bundle of an address. Raises NotFound."""
    return found(queries.find_bundle(f"{name}@{version}"), "bundle")


def task_seen(bundle: BundleRow, task_id: str) -> TaskJson | MeterTaskJson:
    """What an agent may see of a task. Raises NotFound."""
    if bundle.kind == BundleKind.METER:
        return meter_task_json(bundle, found(queries.meter_task_view(bundle.id, task_id), "task"))
    task = found(queries.agent_views(bundle.id, [task_id]).get(task_id), "task")
    return task_json(bundle, task, queries.bundle_spec(bundle.id).families[task.family])


def economic_bundle_at(name: str, version: str) -> BundleRow:
    bundle = bundle_at(name, version)
    if bundle.kind != BundleKind.ECONOMIC:
        raise NotFound("What evaluates a task of a meter bundle is shown to nobody.")
    return bundle
