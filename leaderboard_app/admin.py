"""Published boards and calibrations, to look at: nothing here can be changed."""

from django.contrib import admin

from leaderboard_app.models import Calibration, Publication, Snapshot
from tasks_app.web.read_only_admin import ReadOnlyAdmin


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnlyAdmin):
    list_display = ["digest", "bundle", "scoring_version", "created_at"]
    list_filter = ["bundle"]
    list_select_related = ["bundle"]
    search_fields = ["digest", "input_digest"]


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ["published_at", "bundle", "snapshot"]
    list_filter = ["bundle"]
    list_select_related = ["bundle", "snapshot"]


@admin.register(Calibration)
class CalibrationAdmin(ReadOnlyAdmin):
    list_display = ["bundle", "version", "pricing", "book_version", "created_by", "created_at"]
    list_filter = ["bundle"]
    list_select_related = ["bundle", "created_by"]
    search_fields = ["digest"]
