"""Pages of tasks_app."""

from django.urls import path

from tasks_app import views
from tasks_app.web import api_paths  # noqa: F401 - registers ref and task_id

BUNDLE = "bundles/<ref:ref>/"
TASK = f"{BUNDLE}tasks/<task_id:task_id>/"

urlpatterns = [
    path("bundles/", views.bundle_list, name="bundle-list"),
    path(BUNDLE, views.bundle_detail, name="bundle-detail"),
    path(TASK, views.task_detail, name="task-detail"),
    path(f"{TASK}oracle/", views.task_oracle, name="task-oracle"),
]
