"""Core against Full as a file."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.api.boards import CsvRenderer
from leaderboard_app.api.meter import MeterBoardView
from leaderboard_app.api.meter_choice import MeterBoardChoice, MeterTrackParameters
from leaderboard_app.domain.meter.core_csv import core_csv
from leaderboard_app.domain.meter.manifest import MeterBoardKind


class MeterCoreCsv(MeterBoardView):
    """Core and smaller cores as a table: a line for each, with its tasks; unknown is empty."""

    kind: MeterBoardKind = "meter-core"
    parameters = MeterTrackParameters
    renderer_classes = (CsvRenderer,)

    @extend_schema(operation_id="meter_core_csv", tags=["agentmeter"], responses=OpenApiTypes.STR)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        name = f"core-{choice.track}-{choice.snapshot.digest[:8]}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(core_csv(choice.payload), headers=headers)
