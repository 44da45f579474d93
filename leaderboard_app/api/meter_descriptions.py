"""Conditions and transfers of AgentMeter-Opt through the API, and as files."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.api.boards import CsvRenderer
from leaderboard_app.api.meter import MeterBoardView
from leaderboard_app.api.meter_choice import MeterBoardChoice, MeterTrackParameters
from leaderboard_app.domain.meter.descriptions_csv import conditions_csv, transfers_csv
from leaderboard_app.domain.meter.manifest import MeterBoardKind
from leaderboard_app.meter_serializers import MeterDescriptionsJson, meter_rows_json


class _DescriptionsView(MeterBoardView):
    kind: MeterBoardKind = "meter-descriptions"
    parameters = MeterTrackParameters


class MeterDescriptions(_DescriptionsView):
    """Whether the ranking survives rewording: AMS and reward under each condition, the transfer
    matrix, and how often each configuration is first when sources are drawn at random.

    Scored by the calibration of the full set. What a configuration lacks is null with a reason.
    """

    @extend_schema(
        operation_id="meter_descriptions", tags=["agentmeter"], responses=MeterDescriptionsJson
    )
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return Response(meter_rows_json(choice.snapshot.digest, choice.payload))


class MeterDescriptionsCsv(_DescriptionsView):
    """A line for each configuration and condition; unknown is empty."""

    renderer_classes = (CsvRenderer,)

    @extend_schema(
        operation_id="meter_descriptions_csv", tags=["agentmeter"], responses=OpenApiTypes.STR
    )
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return _file(choice, "descriptions", conditions_csv)


class MeterTransfersCsv(_DescriptionsView):
    """The transfer matrix: a line for each source and target; unknown is empty."""

    renderer_classes = (CsvRenderer,)

    @extend_schema(
        operation_id="meter_transfers_csv", tags=["agentmeter"], responses=OpenApiTypes.STR
    )
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return _file(choice, "transfers", transfers_csv)


def _file(
    choice: MeterBoardChoice, title: str, text_of: Callable[[Mapping[str, Any]], str]
) -> Response:
    name = f"{title}-{choice.track}-{choice.snapshot.digest[:8]}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text_of(choice.payload), headers=headers)
