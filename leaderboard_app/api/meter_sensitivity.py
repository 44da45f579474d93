"""AMS under other parameters: what sliders ask for as they move; nothing is stored."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app.api.choice import chosen_snapshot
from leaderboard_app.api.meter_choice import MeterTrackParameters
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.sensitivity import SensitivityBase
from leaderboard_app.domain.meter.sliders import (
    SLIDERS,
    Slider,
    parameters_at,
    slider_problems,
    slider_values,
)
from leaderboard_app.meter_serializers import SensitivityJson, sensitivity_json
from leaderboard_app.queries import SnapshotRow
from leaderboard_app.queries.sensitivity import published_sensitivity_base
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.canonical import digest
from tasks_app.web.api_cache import FIXED, REVALIDATED, tagged
from tasks_app.web.api_views import ApiView


def _field(slider: Slider) -> serializers.FloatField:
    return serializers.FloatField(
        required=False,
        min_value=slider.lowest,
        max_value=slider.highest,
        help_text=f"{slider.group}. {slider.text}. Without it as published.",
    )


SensitivityParameters = type(
    "SensitivityParameters",
    (MeterTrackParameters,),
    {slider.name: _field(slider) for slider in SLIDERS},
)
"""A field for each slider."""


class MeterSensitivity(ApiView):
    """AMS and the order by it under other parameters, beside what is published.

    Weights of effort count as shares of their sum; budgets rise. Full set, original wording.
    Places are 1 + the number of configurations with a higher AMS.
    """

    parameters = SensitivityParameters
    is_tagged = True
    problem_statuses = (404,)

    @extend_schema(operation_id="meter_sensitivity", tags=["agentmeter"], responses=SensitivityJson)
    def get(self, request: Request) -> HttpResponseBase:
        snapshot = chosen_snapshot(self.params, BundleKind.METER)
        track = _track(snapshot, self.params.get("track"))
        base = published_sensitivity_base(snapshot.digest, track)
        parameters = None if base is None else _parameters(base, self.params)
        moved = digest(parameters.to_json()) if parameters else "uncalibrated"
        return tagged(
            request,
            f"{snapshot.digest}-meter-sensitivity-{track}-{moved}",
            FIXED if "snapshot" in self.params else REVALIDATED,
            lambda: Response(sensitivity_json(snapshot, track, base, parameters)),
        )


def _track(snapshot: SnapshotRow, wanted: str | None) -> Track:
    """Raises NotFound where the snapshot has no grid of the track."""
    there = {board["track"] for board in snapshot.manifest["boards"]} - {""}
    track = wanted or snapshot.manifest["default_track"]
    if track not in there:
        raise NotFound(f"This snapshot has no such track; there are: {', '.join(sorted(there))}.")
    return Track(track)


def _parameters(base: SensitivityBase, params: Mapping[str, Any]) -> Parameters:
    """Raises ValidationError naming each slider that is wrong."""
    published = base.calibration.parameters
    known = slider_values(published)
    given = {slider.name: params[slider.name] for slider in SLIDERS if slider.name in params}
    problems = {
        name: "The calibration has fewer budgets." for name in given if name not in known
    } | slider_problems(known | given)
    if problems:
        raise serializers.ValidationError({name: [why] for name, why in problems.items()})
    return parameters_at(published, known | given)
