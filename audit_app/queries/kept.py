"""Results that are costly and change only with what they are computed from, kept in the cache."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.core.cache import cache as store

from audit_app import domain

Found = TypeVar("Found")
SECONDS = 7 * 24 * 3600
"""After so long without it a result is computed again: rarely read ones need no room."""


def kept(inputs: Sequence[object], compute: Callable[[], Found]) -> Found:
    """What ``compute`` gives for ``inputs``, which name all that it depends on but the code.

    Where the cache is away it is computed each time.
    """
    words = "\n".join((_code(), *map(repr, inputs)))
    key = f"audit-{hashlib.sha256(words.encode()).hexdigest()}"
    found: Found | None = store.get(key)
    if found is None:
        found = compute()
        store.set(key, found, SECONDS)
    return found


@cache
def _code() -> str:
    """The digest of the domain's code, so that a new version reads nothing that an old one kept."""
    digest = hashlib.sha256()
    for path in sorted(Path(str(domain.__file__)).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
