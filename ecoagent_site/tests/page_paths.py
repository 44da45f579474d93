"""The address of every page of the site."""

from collections.abc import Iterator
from uuid import UUID

from django.urls import get_resolver, reverse

ANY_VALUE = {
    "UUIDConverter": UUID(int=1),
    "IntConverter": 1,
    "SlugConverter": "metrics",
    "Name": "demo",
    "Version": "1",
    "Ref": "demo@1",
    "TaskId": "t-1",
    "Digest": "0" * 64,
}


def page_paths() -> Iterator[str]:
    """The path of every named page, with some value in each place of its route."""
    routes = get_resolver().reverse_dict
    for name in sorted(name for name in routes if isinstance(name, str)):
        for *_, converters in routes.getlist(name):
            values = {key: ANY_VALUE[type(kind).__name__] for key, kind in converters.items()}
            path = reverse(name, kwargs=values)
            if not path.startswith(("/api/", "/admin/")):
                yield path
