"""Published boards, to look at: nothing here can be changed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from leaderboard_app.models import Publication, Snapshot


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


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
