"""The texts inside JSON values of any shape."""

from collections.abc import Iterator, Mapping
from typing import Any

MOST_DEPTH = 20
"""Deeper levels are not read: nobody nests that deep in earnest."""


def leaves(value: Any, depth: int = 0) -> Iterator[str]:
    """The texts and numbers inside a JSON value, in order."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        if text := str(value).strip():
            yield text
    elif isinstance(value, Mapping | list | tuple) and depth < MOST_DEPTH:
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from leaves(item, depth + 1)
