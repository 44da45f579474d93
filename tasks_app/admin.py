"""Bundles, tasks and prices for maintainers to look at; nobody changes them, here or anywhere."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tasks_app import models


class ImmutableAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows rows to those with the permission to view them, and offers no way to change them."""

    def has_add_permission(self, request: HttpRequest, *_: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Bundle)
class BundleAdmin(ImmutableAdmin):
    list_display = ("name", "version", "kind", "title", "task_count", "imported_at")
    list_filter = ("kind",)
    search_fields = ("name", "title")


@admin.register(models.PriceBook)
class PriceBookAdmin(ImmutableAdmin):
    list_display = ("version", "as_of", "source", "model_count", "created_by", "created_at")
    list_select_related = ("created_by",)


@admin.register(models.ModelPrice)
class ModelPriceAdmin(ImmutableAdmin):
    list_display = ("model", "book", "provider", "currency", "input", "output")
    list_filter = ("book",)
    list_select_related = ("book",)
    search_fields = ("model",)
    show_full_result_count = False


@admin.register(models.Task)
class TaskAdmin(ImmutableAdmin):
    list_display = ("task_id", "bundle", "family", "position")
    list_filter = ("bundle", "family")
    list_select_related = ("bundle",)
    search_fields = ("task_id",)
