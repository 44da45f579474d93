"""API routes of runs_app, below /api/v1/."""

from django.urls import path

from runs_app.api import archives, candidates, episodes, runs

urlpatterns = [
    path("archives/", archives.ArchiveList.as_view(), name="api-archives"),
    path("archives/<uuid:archive_id>/", archives.ArchiveDetail.as_view(), name="api-archive"),
    path("candidates/", candidates.CandidateList.as_view(), name="api-candidates"),
    path(
        "candidates/<uuid:candidate_id>/",
        candidates.CandidateDetail.as_view(),
        name="api-candidate",
    ),
    path("runs/", runs.RunList.as_view(), name="api-runs"),
    path("runs/<uuid:run_id>/", runs.RunDetail.as_view(), name="api-run"),
    path("runs/<uuid:run_id>/cancel/", runs.RunCancel.as_view(), name="api-run-cancel"),
    path("runs/<uuid:run_id>/judge/", runs.RunJudge.as_view(), name="api-run-judge"),
    path("runs/<uuid:run_id>/episodes/", episodes.EpisodeList.as_view(), name="api-episodes"),
    path("episodes/<uuid:episode_id>/", episodes.EpisodeDetail.as_view(), name="api-episode"),
    path("episodes/<uuid:episode_id>/steps/", episodes.StepList.as_view(), name="api-steps"),
]
