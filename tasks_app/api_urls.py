"""API routes of tasks_app, below /api/v1/."""

from django.urls import path

from tasks_app import api, price_api
from tasks_app.web import api_paths  # noqa: F401 - registers name, version and task_id

BUNDLE = "bundles/<name:name>@<version:version>/"

urlpatterns = [
    path("bundles/", api.BundleList.as_view()),
    path(BUNDLE, api.BundleDetail.as_view()),
    path(f"{BUNDLE}tasks/", api.TaskList.as_view()),
    path(f"{BUNDLE}tasks/<task_id:task_id>/", api.TaskDetail.as_view()),
    path(f"{BUNDLE}tasks/<task_id:task_id>/oracle/", api.TaskOracle.as_view()),
    path("price-books/", price_api.PriceBookList.as_view()),
    path("price-books/<int:version>/", price_api.PriceBookDetail.as_view()),
    path("price-books/<int:version>/prices/", price_api.PriceList.as_view()),
]
