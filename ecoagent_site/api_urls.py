"""The four apps' API routes under one version prefix."""

from django.urls import include, path, re_path

from tasks_app.web.api_views import NoSuchRoute

urlpatterns = [
    path("", include("tasks_app.api_urls")),
    path("", include("runs_app.api_urls")),
    path("", include("audit_app.api_urls")),
    path("", include("leaderboard_app.api_urls")),
    re_path(r"", NoSuchRoute.as_view()),
]
