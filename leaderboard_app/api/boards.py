"""Boards: the stored payload of a snapshot, sent as it is and tagged by the snapshot's digest."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.api.choice import BoardChoice, BoardParameters, SweepParameters, chosen
from leaderboard_app.domain.board_csv import board_csv
from leaderboard_app.domain.payload import BoardKind
from leaderboard_app.serializers import (
    FailuresJson,
    FamilyMatrixJson,
    LeaderboardJson,
    SLambdaJson,
    SweepsJson,
    board_json,
)
from tasks_app.domain.families import Family
from tasks_app.queries import bundle_spec
from tasks_app.web.api_cache import FIXED, REVALIDATED, tagged
from tasks_app.web.api_views import ApiView


class BoardView(ApiView):
    """A board of one kind; three queries at most, whatever is stored."""

    parameters = BoardParameters
    is_tagged = True
    problem_statuses = (404,)
    kind: BoardKind

    def answer(self, request: Request) -> HttpResponseBase:
        choice = chosen(self.params, self.kind)
        names = (choice.snapshot.digest, choice.kind, choice.track, self.params.get("budget", ""))
        cache_control = FIXED if choice.is_fixed else REVALIDATED
        return tagged(request, "-".join(names), cache_control, lambda: self.built(choice))

    def built(self, choice: BoardChoice) -> Response:
        return Response(board_json(choice.snapshot.digest, choice.payload))


class Leaderboard(BoardView):
    """Agents of one track ranked by Econ at one budget label, and the controls beside them."""

    kind: BoardKind = "leaderboard"

    @extend_schema(operation_id="leaderboard", tags=["boards"], responses=LeaderboardJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)


class CsvRenderer(BaseRenderer):
    media_type = "text/csv"
    format = "csv"

    def render(self, data: Any, media_type: Any = None, renderer_context: Any = None) -> bytes:
        return (data or "").encode()


class LeaderboardCsv(BoardView):
    """The leaderboard as a table: a line a row, a column for each number; unknown is empty."""

    kind: BoardKind = "leaderboard"
    renderer_classes = (CsvRenderer,)

    @extend_schema(operation_id="leaderboard_csv", tags=["boards"], responses=OpenApiTypes.STR)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: BoardChoice) -> Response:
        name = f"leaderboard-{choice.track}-{choice.label}-{choice.snapshot.digest[:8]}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(board_csv(choice.payload), headers=headers)  # type: ignore[arg-type]


class FamilyMatrix(BoardView):
    """Strict success, feasibility and mean units of each agent in each family."""

    kind: BoardKind = "family-matrix"

    @extend_schema(operation_id="family_matrix", tags=["boards"], responses=FamilyMatrixJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)


class Failures(BoardView):
    """Budget, selection and execution failures of each agent in each family."""

    kind: BoardKind = "failures"

    @extend_schema(operation_id="failures", tags=["boards"], responses=FailuresJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)


class SLambda(BoardView):
    """Success less the weighted share of the dearest control's cost."""

    kind: BoardKind = "s-lambda"

    @extend_schema(operation_id="s_lambda", tags=["boards"], responses=SLambdaJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)


class Sweeps(BoardView):
    """What a larger budget changes, by family and agent, from tight to loose."""

    kind: BoardKind = "sweeps"
    parameters = SweepParameters

    @extend_schema(operation_id="sweeps", tags=["boards"], responses=SweepsJson)
    def get(self, request: Request) -> HttpResponseBase:
        return self.answer(request)

    def built(self, choice: BoardChoice) -> Response:
        payload = choice.payload
        if label := self.params.get("budget"):
            payload = _at_label(payload, label, choice.snapshot.bundle_id)
        return Response(board_json(choice.snapshot.digest, payload) | {"budget": label})


def _at_label(payload: Mapping[str, Any], label: str, bundle_id: int) -> dict[str, Any]:
    """The sweeps with the points of one label; ``main`` is each family's own."""
    rules = bundle_spec(bundle_id).families
    families = [
        _with_points(family, rules[Family(family["family"])].effective_label(label))
        for family in payload["families"]
    ]
    return {**payload, "families": families}


def _with_points(family: Mapping[str, Any], label: str) -> dict[str, Any]:
    curves = [
        {**curve, "points": [p for p in curve["points"] if p["budget_label"] == label]}
        for curve in family["curves"]
    ]
    return {**family, "curves": curves}
