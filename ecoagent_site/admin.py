"""People and their roles, for maintainers; who becomes a superuser is a superuser's matter."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from ecoagent_site.models import User

ROLES = ("is_submitter", "is_reviewer", "is_maintainer")
RESERVED = ("is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", *ROLES, "is_active")
    list_filter = (*ROLES, "is_active")
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Roles", {"fields": ROLES}))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """A maintainer cannot rise above maintainers, nor change a superuser."""
        return () if request.user.is_superuser else RESERVED

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_beyond_reach = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not is_beyond_reach and super().has_change_permission(request, obj)
