"""Frozen calibrations: what the grids of a meter bundle are scored by."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.meter_serializers import (
    CalibrationDetailJson,
    CalibrationJson,
    calibration_detail_json,
    calibration_json,
)
from leaderboard_app.queries import calibrations as queries
from tasks_app.queries import find_bundle
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_cache import FIXED, tagged
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import PageParameters, order_choice
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import ApiView, found


class CalibrationListParameters(PageParameters):
    bundle = BundleField(required=False)
    order = order_choice("-created_at")


class CalibrationList(ApiView):
    """The calibrations that were frozen, the latest first."""

    parameters = CalibrationListParameters

    @extend_schema(
        operation_id="calibrations", tags=["agentmeter"], responses=page_of(CalibrationJson)
    )
    def get(self, request: Request) -> Response:
        bundle = self.params.get("bundle")
        return paged(
            request,
            self.params,
            queries.listed_calibrations(bundle and bundle.id),
            {"created_at": "created_at"},
            lambda page: [calibration_json(request, queries.calibration_row(row)) for row in page],
        )


class CalibrationDetail(ApiView):
    """One calibration: effort and stratum of each task, budgets and thresholds, parameters.

    It never changes; whatever is calibrated anew is another version.
    """

    is_tagged = True

    @extend_schema(operation_id="calibration", tags=["agentmeter"], responses=CalibrationDetailJson)
    def get(self, request: Request, name: str, version: str, number: int) -> HttpResponseBase:
        bundle = found(find_bundle(f"{name}@{version}"), "bundle")
        frozen = found(queries.frozen_calibration(bundle.id, number), "calibration")
        return tagged(
            request,
            f"{frozen.frozen_digest}-{number}",
            FIXED,
            lambda: Response(calibration_detail_json(request, bundle.ref, frozen)),
        )
