"""People of the tests, by what they may do."""

from typing import Any

from django.contrib.auth import get_user_model


def person(name: str, **roles: bool) -> Any:
    """A user with roles such as ``is_submitter=True``."""
    return get_user_model().objects.create_user(username=name, **roles)
