"""Boards of meter bundles: the stored payload of a snapshot, tagged by the snapshot's digest."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.api.boards import CsvRenderer
from leaderboard_app.api.choice import SnapshotParameters
from leaderboard_app.api.meter_choice import (
    GridParameters,
    MeterBoardChoice,
    MeterTrackParameters,
    chosen_meter_board,
)
from leaderboard_app.domain.meter.grid_csv import grid_csv
from leaderboard_app.domain.meter.manifest import MeterBoardKind
from leaderboard_app.meter_serializers import (
    AgentMeterJson,
    MeterCoreJson,
    MeterEpisodesJson,
    meter_board_json,
    meter_rows_json,
)
from tasks_app.web.api_cache import FIXED, REVALIDATED, tagged
from tasks_app.web.api_views import ApiView


class MeterBoardView(ApiView):
    """A meter board of one kind; three queries at most, whatever is stored."""

    is_tagged = True
    problem_statuses = (404,)
    kind: MeterBoardKind
    spans_tracks = False

    def answer(self, request: Request) -> HttpResponseBase:
        choice = chosen_meter_board(self.params, self.kind, self.spans_tracks)
        cache_control = FIXED if choice.is_fixed else REVALIDATED
        return tagged(request, choice.name, cache_control, lambda: self.built(choice))

    def built(self, choice: MeterBoardChoice) -> Response:
        raise NotImplementedError


class AgentMeter(MeterBoardView):
    """Configurations (model x CLI) by AMS: its parts in each stratum, passes, tokens and USD.

    Scored by the calibration that the answer names. A cost that is unknown is not USD 0: such a
    configuration has no AMS, and `unpriced` says why.
    """

    kind: MeterBoardKind = "agentmeter"
    parameters = GridParameters

    @extend_schema(operation_id="agentmeter", tags=["agentmeter"], responses=AgentMeterJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return Response(meter_rows_json(choice.snapshot.digest, choice.payload))


class AgentMeterCsv(MeterBoardView):
    """The grid as a table: a line a configuration, a column for each number; unknown is empty."""

    kind: MeterBoardKind = "agentmeter"
    parameters = GridParameters
    renderer_classes = (CsvRenderer,)

    @extend_schema(operation_id="agentmeter_csv", tags=["agentmeter"], responses=OpenApiTypes.STR)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        parts = (choice.track, choice.task_set, choice.condition, choice.snapshot.digest[:8])
        name = f"agentmeter-{'-'.join(parts)}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(grid_csv(choice.payload), headers=headers)  # type: ignore[arg-type]


class MeterCore(MeterBoardView):
    """Core against Full: how far an order by fewer tasks is the order by all of them.

    Beside Core stand smaller cores, each against random subsets of as many tasks of each stratum.
    """

    kind: MeterBoardKind = "meter-core"
    parameters = MeterTrackParameters

    @extend_schema(operation_id="meter_core", tags=["agentmeter"], responses=MeterCoreJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return Response(meter_rows_json(choice.snapshot.digest, choice.payload))


class MeterEpisodes(MeterBoardView):
    """Every episode that counts, in columns: enough to compute each grid again."""

    kind: MeterBoardKind = "meter-episodes"
    parameters = SnapshotParameters
    spans_tracks = True

    @extend_schema(operation_id="meter_episodes", tags=["agentmeter"], responses=MeterEpisodesJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: MeterBoardChoice) -> Response:
        return Response(meter_board_json(choice.snapshot.digest, choice.payload))
