"""Who may call what, by the roles of the user model; objects are filtered by the queries."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request


class MaintainersOnly(IsAuthenticated):
    message = "Only maintainers may do this."

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and request.user.is_maintainer


class MaintainersWrite(MaintainersOnly):
    """Everybody reads."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or super().has_permission(request, view)


class SubmittersOnly(IsAuthenticated):
    message = "Only people with the submitter role may upload archives."

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and request.user.is_submitter
