"""API routes of leaderboard_app, below /api/v1/."""

from django.urls import path

from leaderboard_app.api import (
    boards,
    calibrations,
    meter,
    meter_core,
    meter_descriptions,
    meter_sensitivity,
    snapshots,
)
from tasks_app.web import api_paths  # noqa: F401 - registers digest

CALIBRATION = "calibrations/<name:name>@<version:version>/<int:number>/"
SNAPSHOT = "snapshots/<digest:digest>/"

urlpatterns = [
    path("leaderboard/", boards.Leaderboard.as_view(), name="api-leaderboard"),
    path("leaderboard.csv", boards.LeaderboardCsv.as_view(), name="api-leaderboard-csv"),
    path("family-matrix/", boards.FamilyMatrix.as_view(), name="api-family-matrix"),
    path("failures/", boards.Failures.as_view(), name="api-failures"),
    path("sweeps/", boards.Sweeps.as_view(), name="api-sweeps"),
    path("s-lambda/", boards.SLambda.as_view(), name="api-s-lambda"),
    path("agentmeter/", meter.AgentMeter.as_view(), name="api-agentmeter"),
    path("agentmeter.csv", meter.AgentMeterCsv.as_view(), name="api-agentmeter-csv"),
    path("agentmeter/core/", meter.MeterCore.as_view(), name="api-meter-core"),
    path("agentmeter/core.csv", meter_core.MeterCoreCsv.as_view(), name="api-meter-core-csv"),
    path(
        "agentmeter/sensitivity/",
        meter_sensitivity.MeterSensitivity.as_view(),
        name="api-meter-sensitivity",
    ),
    path(
        "agentmeter/descriptions/",
        meter_descriptions.MeterDescriptions.as_view(),
        name="api-meter-descriptions",
    ),
    path(
        "agentmeter/descriptions.csv",
        meter_descriptions.MeterDescriptionsCsv.as_view(),
        name="api-meter-descriptions-csv",
    ),
    path(
        "agentmeter/transfers.csv",
        meter_descriptions.MeterTransfersCsv.as_view(),
        name="api-meter-transfers-csv",
    ),
    path("meter-episodes/", meter.MeterEpisodes.as_view(), name="api-meter-episodes"),
    path("calibrations/", calibrations.CalibrationList.as_view(), name="api-calibrations"),
    path(CALIBRATION, calibrations.CalibrationDetail.as_view(), name="api-calibration"),
    path("snapshots/", snapshots.SnapshotList.as_view(), name="api-snapshots"),
    path(SNAPSHOT, snapshots.SnapshotDetail.as_view(), name="api-snapshot"),
    path(f"{SNAPSHOT}manifest/", snapshots.SnapshotManifest.as_view(), name="api-manifest"),
]
