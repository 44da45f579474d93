"""Pages of runs_app."""

from django.urls import include, path

from runs_app import episode_views, views

urlpatterns = [
    path("", include("runs_app.upload_urls")),
    path("", include("runs_app.description_urls")),
    path("runs/", views.run_list, name="run-list"),
    path("runs/<uuid:run_id>/", views.run_detail, name="run-detail"),
    path("runs/<uuid:run_id>/progress.json", views.run_progress, name="run-progress"),
    path("runs/<uuid:run_id>/cancel/", views.cancel_run, name="run-cancel"),
    path("runs/<uuid:run_id>/withdraw/", views.withdraw_run, name="run-withdraw"),
    path("episodes/<uuid:episode_id>/", episode_views.episode_detail, name="episode-detail"),
]
