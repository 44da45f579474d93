"""Refusing what is too large before any of it is read."""

from django.http import HttpRequest

FORM_BYTES = 1024**2
"""What a form may have beside its file."""


def has_larger_file(request: HttpRequest, most: int) -> bool:
    """Whether the body, by its own account, is a form with a file of more than ``most`` bytes."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdigit() and int(length) > most + FORM_BYTES
