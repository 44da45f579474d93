"""Every route of the site, so that a test that claims "every page" notices a new one."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

APART = ("admin/", "api/v1/")
"""Django's own pages, and what the API's tests crawl."""


def page_routes() -> dict[str, URLPattern]:
    """The routes of pages by name."""
    return {pattern.name or "": pattern for pattern in _patterns(get_resolver().url_patterns)}


def routes_with(*parameters: str) -> dict[str, str]:
    """The routes of pages whose address has one of the parameters -> that parameter."""
    return {
        name: parameter
        for name, pattern in page_routes().items()
        for parameter in parameters
        if parameter in pattern.pattern.converters
    }


def _patterns(found: list[Any]) -> Iterator[URLPattern]:
    for entry in found:
        if isinstance(entry, URLResolver) and str(entry.pattern) not in APART:
            yield from _patterns(entry.url_patterns)
        elif isinstance(entry, URLPattern) and entry.name:
            yield entry
