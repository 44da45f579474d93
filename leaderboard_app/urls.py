"""Pages of leaderboard_app."""

from django.urls import path

from leaderboard_app import (
    calibration_views,
    core_views,
    description_board_views,
    evidence_views,
    grid_evidence_views,
    grid_views,
    sensitivity_views,
    snapshot_views,
    views,
)
from tasks_app.web import api_paths  # noqa: F401 - registers digest

urlpatterns = [
    path("boards/", views.leaderboard, name="leaderboard"),
    path("boards/families/", views.family_matrix, name="family-matrix"),
    path("boards/sweeps/", views.sweeps, name="sweeps"),
    path("boards/failures/", views.failures, name="failures"),
    path("boards/agentmeter/", grid_views.agentmeter, name="agentmeter"),
    path(
        "boards/agentmeter/agents/<int:agent_id>/",
        grid_evidence_views.grid_evidence,
        name="grid-evidence",
    ),
    path("boards/agentmeter/calibration/", calibration_views.calibration, name="calibration"),
    path("boards/agentmeter/calibration/freeze/", calibration_views.calibrate, name="calibrate"),
    path("boards/agentmeter/core/", core_views.meter_core, name="meter-core"),
    path(
        "boards/agentmeter/sensitivity/",
        sensitivity_views.meter_sensitivity,
        name="meter-sensitivity",
    ),
    path(
        "boards/agentmeter/descriptions/",
        description_board_views.meter_descriptions,
        name="meter-descriptions",
    ),
    path("boards/agents/<int:agent_id>/", evidence_views.evidence, name="evidence"),
    path("boards/snapshots/", snapshot_views.snapshot_list, name="snapshot-list"),
    path("boards/snapshots/<digest:digest>/", snapshot_views.snapshot, name="snapshot"),
]
