"""The four apps' API routes under one version prefix."""

from django.urls import include, path

urlpatterns = [
    path("", include("tasks_app.api_urls")),
    path("", include("runs_app.api_urls")),
    path("", include("audit_app.api_urls")),
    path("", include("leaderboard_app.api_urls")),
]
