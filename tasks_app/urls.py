"""Pages of tasks_app."""

from django.urls import path

from tasks_app import price_edit_views, price_views, table_bundle_views, views
from tasks_app.web import api_paths  # noqa: F401 - registers ref and task_id

BUNDLE = "bundles/<ref:ref>/"
TASK = f"{BUNDLE}tasks/<task_id:task_id>/"

urlpatterns = [
    path("bundles/", views.bundle_list, name="bundle-list"),
    path(  # before the bundles themselves, none of which can be reached by this name
        "bundles/from-table/", table_bundle_views.bundle_from_table, name="bundle-from-table"
    ),
    path(BUNDLE, views.bundle_detail, name="bundle-detail"),
    path(TASK, views.task_detail, name="task-detail"),
    path(f"{TASK}oracle/", views.task_oracle, name="task-oracle"),
    path("prices/", price_views.price_book_list, name="price-book-list"),
    path("prices/changes/", price_views.price_changes_page, name="price-changes"),
    path("prices/edit/", price_edit_views.edit, name="price-edit"),
    path("prices/<int:version>/", price_views.price_book, name="price-book"),
]
