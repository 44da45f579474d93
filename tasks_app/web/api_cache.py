"""What clients and proxies may keep of an API answer, and how they ask whether it still holds."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

REPRESENTATION = "1"
"""Raised whenever the same stored thing is sent in another form, so that no ETag lies."""

REVALIDATED = "public, no-cache"
"""The same for everybody, but the address may come to show something else: ask each time."""

FIXED = "public, max-age=86400, immutable"
"""The same for everybody, for good: the address names the content."""

PERSONAL = "private, no-cache"
"""May depend on who asks."""

SECRET = "private, no-store"  # noqa: S105 - a cache directive
"""Kept nowhere."""


def tagged(
    request: Request, content: str, cache_control: str, answer: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """``answer()``, or 304 without building it where the client has it already.

    ``content`` names what is sent, such as a digest; equal names mean equal answers.
    """
    etag = f'"{content}.{REPRESENTATION}"'
    known = {
        tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))
    }
    is_known = bool(known & {etag, "*"})
    response = Response(status=status.HTTP_304_NOT_MODIFIED) if is_known else answer()
    response["ETag"], response["Cache-Control"] = etag, cache_control
    return response
