"""Canonical JSON, digests and salted ordering: what makes bundles and snapshots re-derivable."""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Item = TypeVar("Item")


def canonical_json(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces; NaN and infinity raise ValueError."""
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def sha256_hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 (hex) of the canonical JSON of ``value``."""
    return sha256_hex(canonical_json(value))


def salted_key(salt: str, *parts: str) -> str:
    """The stable pseudo-random sort key of something under ``salt`` (hex SHA-256)."""
    return sha256_hex("\x1f".join((salt, *parts)).encode())


def salted_order(items: Iterable[Item], salt: str, key: Callable[[Item], str]) -> list[Item]:
    """``items`` in the order of their salted SHA-256: deterministic, and blind to input order."""
    return sorted(items, key=lambda item: (salted_key(salt, key(item)), key(item)))
