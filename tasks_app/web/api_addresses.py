"""Links between the things of the API."""

from django.urls import reverse
from rest_framework.request import Request


def address(request: Request, name: str, *args: object) -> str:
    """The absolute address of a route."""
    return request.build_absolute_uri(reverse(name, args=args))
