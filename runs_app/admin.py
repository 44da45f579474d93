"""Read-only admin of runs_app, but for the link of an agent."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from runs_app.models import Agent, Archive, Candidate, FrozenDescription, JudgeLabel, Run
from tasks_app.web.read_only_admin import ReadOnlyAdmin


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):
    """The url is no part of an agent's identity; everything else is."""

    list_display = ("name", "track", "model", "owner", "created_at")
    search_fields = ("name", "model")
    list_select_related = ("owner",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [field.name for field in Agent._meta.fields if field.name != "url"]


@admin.register(Archive)
class ArchiveAdmin(ReadOnlyAdmin):
    list_display = ("id", "owner", "status", "reason", "created_at")
    list_filter = ("status",)
    list_select_related = ("owner",)


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ("id", "agent", "budget_label", "status", "reason", "created_at")
    list_filter = ("status", "budget_label")
    list_select_related = ("agent",)


@admin.register(JudgeLabel)
class JudgeLabelAdmin(ReadOnlyAdmin):
    list_display = ("id", "episode_id", "judge", "rubric", "verdict", "created_at")
    list_filter = ("judge", "verdict")


@admin.register(Candidate)
class CandidateAdmin(ReadOnlyAdmin):
    list_display = ("id", "task_id", "source", "origin", "accepted", "created_by", "created_at")
    list_filter = ("origin", "accepted")
    list_select_related = ("created_by",)


@admin.register(FrozenDescription)
class FrozenDescriptionAdmin(ReadOnlyAdmin):
    list_display = ("task_id", "source", "candidate", "reason", "frozen_at")
    list_select_related = ("candidate",)
