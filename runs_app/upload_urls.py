"""Uploads, and what became of them; a run as an archive."""

from django.urls import path

from runs_app import import_views, upload_views

urlpatterns = [
    path("upload/", upload_views.upload, name="upload"),
    path("archives/", upload_views.archive_list, name="archives"),
    path("archives/<uuid:archive_id>/", upload_views.archive_detail, name="archive"),
    path(
        "archives/<uuid:archive_id>/status.json",
        upload_views.archive_status,
        name="archive-status",
    ),
    path("archives/<uuid:archive_id>/retry/", upload_views.archive_retry, name="archive-retry"),
    path("runs/<uuid:run_id>/archive.zip", upload_views.run_download, name="run-download"),
    path("tables/", import_views.result_table_list, name="result-tables"),
    path("tables/<uuid:table_id>/", import_views.result_table, name="result-table"),
    path(
        "tables/<uuid:table_id>/discard/",
        import_views.result_table_discard,
        name="result-table-discard",
    ),
    path(
        "tables/mappings/<int:mapping_id>/forget/",
        import_views.table_mapping_forget,
        name="table-mapping-forget",
    ),
]
