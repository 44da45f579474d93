"""Strict typed decoding of JSON values that names every field that is wrong, not the first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_args, get_origin

import msgspec

Wire = TypeVar("Wire", bound=msgspec.Struct)
PATTERN_MARK = "matching regex"


@dataclass(frozen=True)
class Violation:
    """What is wrong at one place of a JSON value; ``path`` such as ``documents[2].surface``."""

    code: str
    path: str
    message: str


def decoded(value: object, wire: type[Wire]) -> Wire | list[Violation]:
    """``value`` as a ``wire`` struct, or everything that keeps it from being one."""
    try:
        found = msgspec.convert(value, wire)
    except msgspec.ValidationError as error:
        return list(violations(value, wire)) or [Violation("bad_value", "", str(error))]
    nul = list(_nul_characters(value, ""))
    return nul or found


def violations(value: object, kind: Any, path: str = "") -> Iterator[Violation]:
    """Every place where ``value`` breaks the type ``kind`` (structs, lists, dicts, the rest)."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        yield from _struct_violations(value, kind, path)
    elif get_origin(kind) is list and isinstance(value, list):
        for place, item in enumerate(value):
            yield from violations(item, get_args(kind)[0], f"{path}[{place}]")
    elif get_origin(kind) is dict and isinstance(value, Mapping):
        of_key, of_item = get_args(kind)
        for name, item in value.items():
            yield from _plain_violations(name, of_key, f"{path}.{name}")
            yield from violations(item, of_item, f"{path}.{name}")
    else:
        yield from _plain_violations(value, kind, path)


def _plain_violations(value: object, kind: Any, path: str) -> Iterator[Violation]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        yield Violation("bad_value", path, _in_words(str(error), kind))


def _in_words(message: str, kind: Any) -> str:
    """What is expected as the type describes it, where msgspec only has a regular expression."""
    if PATTERN_MARK not in message:
        return message
    described = (getattr(meta, "description", None) for meta in getattr(kind, "__metadata__", ()))
    return f"Expected {next(filter(None, described), 'another spelling')}"


def _struct_violations(
    value: Mapping[str, object], wire: type[msgspec.Struct], path: str
) -> Iterator[Violation]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(wire)}
    for name, field in fields.items():
        place = f"{path}.{name}" if path else name
        if name in value:
            yield from violations(value[name], field.type, place)
        elif field.required:
            yield Violation("missing_key", place, "The key is missing")
    for name in value if wire.__struct_config__.forbid_unknown_fields else ():
        if name not in fields:
            place = f"{path}.{name}" if path else str(name)
            yield Violation("unknown_key", place, "The format has no such key")


def _nul_characters(value: object, path: str) -> Iterator[Violation]:
    """Texts with U+0000, which JSON can carry and the database cannot store."""
    if isinstance(value, str):
        if "\x00" in value:
            yield Violation("bad_value", path, "The text holds a NUL character")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _nul_characters(name, path)
            yield from _nul_characters(item, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _nul_characters(item, f"{path}[{place}]")
