"""The base of every API view: strict parameters, a cache policy, and 404s in words."""

from typing import Any, TypeVar

from django.http import HttpResponseBase
from django.urls import Resolver404, resolve
from rest_framework.exceptions import MethodNotAllowed, NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from tasks_app.web.api_cache import PERSONAL
from tasks_app.web.api_params import Parameters

Found = TypeVar("Found")


class ApiView(APIView):
    """``parameters`` are those of GET; other methods take none in the query string.

    ``is_tagged`` and ``problem_statuses`` (beyond those that every view may answer) are for the
    documentation.
    """

    http_method_names = ("get", "head", "post")
    parameters: type[Parameters] = Parameters
    is_tagged = False
    problem_statuses: tuple[int, ...] = ()
    params: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not hasattr(self, str(request.method).lower()):
            # Before permissions: logging in would not help.
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)
        takes = self.parameters if request.method in ("GET", "HEAD") else Parameters
        self.params = takes.read(request.query_params)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", PERSONAL)
        return final


class NoSuchRoute(APIView):
    """Whatever no route matches, by any method."""

    schema = None
    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        hint = f" Did you mean {request.path}/?" if _is_route(f"{request.path}/") else ""
        raise NotFound(f"The API has no such address.{hint}")


def found(thing: Found | None, name: str) -> Found:
    """``thing``, or 404 where there is none (or none that this person may see)."""
    if thing is None:
        raise NotFound(f"There is no such {name}.")
    return thing


def _is_route(path: str) -> bool:
    try:
        return getattr(resolve(path).func, "cls", None) is not NoSuchRoute
    except Resolver404:
        return False
