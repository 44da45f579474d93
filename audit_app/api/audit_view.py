"""The base of the audit endpoints: nothing of them is kept anywhere, nothing is told by a 404."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponseBase
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tasks_app.web.api_cache import SECRET
from tasks_app.web.api_views import ApiView


class AuditView(ApiView):
    """For people with an account; an audit, item or claim that is not theirs is a 404."""

    permission_classes = (IsAuthenticated,)
    http_method_names = ("get", "head", "post", "put")

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ObjectDoesNotExist):
            exc = NotFound("There is no such item or audit.")
        return super().handle_exception(exc)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        response.headers["Cache-Control"] = SECRET
        return super().finalize_response(request, response, *args, **kwargs)
