"""JSON objects read key by key, strictly, so that every wrong value is a problem of its own."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from runs_app.domain.archive.findings import Place
from runs_app.domain.archive.limits import DEEPEST_NESTING
from runs_app.domain.archive.names import quoted

NUL = b"\\u0000"
NUL_ESCAPE = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
BOM = b"\xef\xbb\xbf"
JSON_ERRORS = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
RAW_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
ANYTHING = msgspec.json.Decoder()
CODE_OF_ERROR = (
    ("out of range", "not_finite"),
    (">= 0", "negative_amount"),
    ("timezone", "no_time_zone"),
    ("of length <=", "text_too_long"),
    ("got `", "wrong_type"),
    ("Invalid enum", "wrong_value"),
    ("<=", "wrong_value"),
    (">=", "wrong_value"),
    ("matching regex", "wrong_value"),
)

Raw = msgspec.Raw
Fields = dict[str, Any]
NAMED_ALREADY = msgspec.Raw(b"")
"""Stands for the value of a key whose problem is noted."""


class Field:
    """One key: its type for msgspec, what it must be in words, and a check types cannot say."""

    def __init__(
        self,
        type_: Any,
        wanted: str,
        check: Callable[[Any], bool] | None = None,
        code: str = "wrong_value",
    ) -> None:
        self.decoder = msgspec.json.Decoder(type_)
        self.wanted = wanted
        self.check = check
        self.code = code

    def read(self, raw: Raw) -> Any:
        """The value; raises WrongValue with the problem's code."""
        try:
            value = self.decoder.decode(raw)
        except JSON_ERRORS as error:
            raise WrongValue(_code(error)) from error
        if self.check and not self.check(value):
            raise WrongValue(self.code)
        return value


class WrongValue(Exception):
    def __init__(self, code: str) -> None:
        self.code = code


@dataclass(frozen=True)
class Shape:
    """The keys of an object. A key that is null counts as absent unless it is required."""

    fields: Mapping[str, Field]
    required: tuple[str, ...] = ()


@dataclass
class ReadObject:
    """The sound values of an object and its unknown keys; ``broken`` names the unsound ones."""

    values: Fields = field(default_factory=dict)
    extra: Fields = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)


def read_object(data: Raw, shape: Shape, place: Place) -> ReadObject:
    """Read an item that should be an object; one that is none is broken as a whole."""
    try:
        return read_fields(RAW_OBJECT.decode(data), shape, place)
    except JSON_ERRORS as error:
        _add_wrong(place, place.path, _code(error), "an object", data)
        return ReadObject(broken={place.path})


def read_fields(raws: Mapping[str, Raw], shape: Shape, place: Place) -> ReadObject:
    """Read every key on its own. Wrong values, missing and unknown keys become problems."""
    found = ReadObject()
    for key, raw in raws.items():
        known = shape.fields.get(key)
        if raw is NAMED_ALREADY:
            found.broken.add(key)
        elif known is None:
            _keep_unknown(found, key, raw, place)
        elif bytes(raw) != b"null" or key in shape.required:
            try:
                found.values[key] = known.read(raw)
            except WrongValue as wrong:
                found.broken.add(key)
                _add_wrong(place, place.name_of(key), wrong.code, known.wanted, raw)
    for key in shape.required:
        if key not in raws:
            found.broken.add(key)
            place.add("missing_key", f"`{place.name_of(key)}` is missing.")
    return found


def read_document(data: bytes, place: Place) -> dict[str, Raw] | None:
    """The keys of a manifest or an episode line; None, and a problem, for no JSON object.

    NaN and infinity, which are no JSON but which Python's json writes, are named by key, and the
    other keys read on.
    """
    if NUL in data and NUL_ESCAPE.search(data):
        place.add("nul_character", "A text holds the character NUL, which cannot be stored.")
        return None
    try:
        return RAW_OBJECT.decode(data)
    except msgspec.ValidationError:
        place.add("invalid_json", "This is JSON, but no object.")
    except RecursionError:
        place.add("too_deep", "The JSON is nested too deeply.")
    except JSON_ERRORS as error:
        return _without_nonfinite(data, place, str(error))
    return None


def is_shallow(value: Any, depth: int = DEEPEST_NESTING) -> bool:
    """Whether JSON is nested at most ``depth`` deep."""
    if not isinstance(value, dict | list):
        return True
    items = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(is_shallow(item, depth - 1) for item in items)


def _keep_unknown(found: ReadObject, key: str, raw: Raw, place: Place) -> None:
    name = quoted(place.name_of(key))
    try:
        value = ANYTHING.decode(raw)
    except JSON_ERRORS:
        place.add("invalid_json", f"The value of {name} cannot be read.")
        return
    if not is_shallow(value):
        place.add("too_deep", f"The value of {name} is nested more than {DEEPEST_NESTING} deep.")
        return
    place.add("unknown_key", f"The key {name} is not one of the format.")
    found.extra[key] = value


def _without_nonfinite(data: bytes, place: Place, why: str) -> dict[str, Raw] | None:
    try:
        values = json.loads(data, parse_constant=lambda _: ...)
        broken = {key for key, value in values.items() if _holds_ellipsis(value)}
        sound = msgspec.json.encode({key: values[key] for key in values.keys() - broken})
    except (AttributeError, ValueError, RecursionError):
        place.add("invalid_json", f"This is no valid JSON in UTF-8: {why[:100]}.")
        return None
    for key in sorted(broken):
        place.add("not_finite", f"{quoted(place.name_of(key))} holds NaN or an infinity.")
    return RAW_OBJECT.decode(sound) | dict.fromkeys(broken, NAMED_ALREADY)


def _holds_ellipsis(value: Any) -> bool:
    if isinstance(value, dict | list):
        items = value.values() if isinstance(value, dict) else value
        return any(map(_holds_ellipsis, items))
    return value is ...


def _code(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "too_deep"
    text = str(error)
    return next((code for mark, code in CODE_OF_ERROR if mark in text), "wrong_value")


def _add_wrong(place: Place, name: str, code: str, wanted: str, raw: bytes | Raw) -> None:
    shown = quoted(bytes(raw)[:400].decode(errors="replace"), 80)[1:-1]  # JSON has its own marks
    place.add(code, f"`{name}` must be {wanted}; it is {shown}.")
