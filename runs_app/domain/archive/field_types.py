"""The types of the values in an archive, with the words that tell a submitter what to write."""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta

from runs_app.domain.archive.fields import Field, Raw, is_shallow
from runs_app.domain.archive.limits import LARGEST_AMOUNT
from runs_app.domain.archive.names import NAME_LENGTH, is_unprintable

EARLIEST_YEAR, LATEST_YEAR = 1970, 2200
LABEL_NAME_LENGTH = 100
PROSE_LENGTH = 100_000
URL_LENGTH = 500


def is_name(text: str) -> bool:
    """Whether a name shows as one visible line."""
    return bool(text.strip()) and not any(map(is_unprintable, text))


def is_prose(text: str) -> bool:
    """Whether a text has no control characters but line breaks and tabs."""
    return not any(unicodedata.category(c) == "Cc" and c not in "\n\r\t" for c in text)


def is_storable_time(time: datetime) -> bool:
    return EARLIEST_YEAR <= time.year <= LATEST_YEAR


def is_url(text: str) -> bool:
    """Whether a link can be shown as one: an empty text, or http(s)."""
    return not text or (text.startswith(("https://", "http://")) and is_name(text))


def name(length: int = NAME_LENGTH, optional: bool = False) -> Field:
    check: Callable[[str], bool] = is_name
    if optional:
        check = _is_name_or_empty
    wanted = f"one line of at most {length} visible characters"
    return Field(Annotated[str, Meta(max_length=length)], wanted, check)


def choice(words: type[StrEnum]) -> Field:
    return Field(words, f"one of {', '.join(words)}")


def amount() -> Field:
    """A finite number of 0 or more."""
    type_ = Annotated[float, Meta(ge=0, le=LARGEST_AMOUNT)]
    return Field(type_, f"a number from 0 to {LARGEST_AMOUNT:.0e}, or null where it is unknown")


def count(least: int = 0, most: int = int(LARGEST_AMOUNT)) -> Field:
    return Field(Annotated[int, Meta(ge=least, le=most)], f"a whole number from {least} to {most}")


def share() -> Field:
    """A finite number from 0 to 1."""
    return Field(Annotated[float, Meta(ge=0, le=1)], "a number from 0 to 1, or null")


def no_budget(field: Field) -> Field:
    """A text or an array that must be empty: a meter bundle has no budgets."""
    field.wanted = "left out: a meter bundle has no budgets"
    field.check, field.code = (lambda value: not value), "no_budgets"
    return field


def number() -> Field:
    """A finite number of either sign."""
    type_ = Annotated[float, Meta(ge=-LARGEST_AMOUNT, le=LARGEST_AMOUNT)]
    return Field(type_, "a finite number or null")


def text() -> Field:
    return Field(str, "a text or null")


def prose() -> Field:
    wanted = f"a text of at most {PROSE_LENGTH} characters without control characters"
    return Field(Annotated[str, Meta(max_length=PROSE_LENGTH)], wanted, is_prose)


def url() -> Field:
    wanted = f"an http or https address of at most {URL_LENGTH} characters"
    return Field(Annotated[str, Meta(max_length=URL_LENGTH)], wanted, is_url)


def time() -> Field:
    wanted = "an ISO 8601 time with zone"
    return Field(Annotated[datetime, Meta(tz=True)], wanted, is_storable_time)


def sha256() -> Field:
    wanted = "a SHA-256 as 64 hexadecimal digits"
    return Field(Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")], wanted)


def flag() -> Field:
    return Field(bool, "true or false")


def array() -> Field:
    """An array whose items are read one by one."""
    return Field(list[Raw], "an array")


def object_() -> Field:
    """An object whose keys are read one by one."""
    return Field(dict[str, Raw], "an object")


def free_object() -> Field:
    """An object of the submitter's own making."""
    return Field(dict[str, Any], "an object of moderate depth", is_shallow, "too_deep")


def names(length: int) -> Field:
    """An array of short texts."""
    return Field(list[Annotated[str, Meta(max_length=length)]], "an array of texts")


def _is_name_or_empty(text: str) -> bool:
    return not text or is_name(text)
