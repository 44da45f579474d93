"""Pages of descriptions and their candidates."""

from django.urls import path

from runs_app import description_edit_views, description_views
from tasks_app.web import api_paths  # noqa: F401 - registers ref and task_id

OF_BUNDLE = "descriptions/<ref:ref>/"

urlpatterns = [
    path(
        "descriptions/candidates/<uuid:candidate_id>/",
        description_views.candidate,
        name="candidate",
    ),
    path(OF_BUNDLE, description_views.candidate_list, name="candidate-list"),
    path(f"{OF_BUNDLE}add/", description_edit_views.candidate_add, name="candidate-add"),
    path(f"{OF_BUNDLE}generate/", description_edit_views.generate, name="candidate-generate"),
    path(f"{OF_BUNDLE}freeze/", description_edit_views.freeze, name="candidate-freeze"),
    path(
        f"{OF_BUNDLE}tasks/<task_id:task_id>/",
        description_views.task_descriptions,
        name="task-descriptions",
    ),
]
