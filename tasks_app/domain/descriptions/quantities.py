"""Numbers of a text in digits or words, with their units, and how they bound something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tasks_app.domain.descriptions.concepts import STOP_WORDS
from tasks_app.domain.descriptions.vocabulary import NUMBER_WORDS, ORDINALS, UNITS


@dataclass(frozen=True)
class Quantity:
    """``key`` is value and unit in one spelling (``10%``, ``5s``, ``1000``); ``about`` the next
    word in lower case, empty where it is none to go by."""

    text: str
    start: int
    end: int
    key: str
    about: str


@dataclass(frozen=True)
class Bound:
    """A comparison with a number: ``sign`` is one of ``>= <= > < =``."""

    sign: str
    key: str
    start: int
    end: int


_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_WORD = "|".join(sorted((*NUMBER_WORDS, *ORDINALS), key=len, reverse=True))
_NUMBER = re.compile(
    r"(?P<number>(?<![\w.,])(?P<sign>[-\u2212](?=\d))?"
    r"(?P<digits>\d{1,3}(?:,\d{3}){1,12}(?:\.\d+)?(?!\d)|\d{1,50}(?:[.:-]\d{1,50}){0,8}(?:[eE][-+]?\d+)?)"
    r"(?P<ordinal>st|nd|rd|th)?\b"
    rf"|(?<![\w.,])(?P<glued>\d+(?:\.\d+)?)(?P<letters>[a-zA-Z]+|%)(?!\w)"
    rf"|(?<![\w-])(?P<word>{_WORD})\b)"
    rf"(?P<space>[ \u00a0\u202f-]?)(?P<unit>(?:{_UNIT})(?![\w%]))?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[\s-]*([A-Za-z]+)")
_ONE_COUNTS = re.compile(r"(?:exactly|only|least|most|than|just|precisely|to)\s*$", re.IGNORECASE)
_FIRST_COUNTS = re.compile(r"\bthe\s*$", re.IGNORECASE)

_BEFORE = (
    (
        ">=",
        r"at least|no (?:fewer|less) than|not (?:fewer|less) than|a minimum of|minimum of"
        r"|at (?:the )?minimum|minimum|>=|\u2265|not below|never below",
    ),
    (
        "<=",
        r"at most|no (?:more|greater|longer|larger|later) than|not (?:more|greater) than"
        r"|a maximum of|maximum of|at (?:the )?maximum|maximum|up to|within|<=|\u2264"
        r"|(?:not|never) exceed(?:ing)?|not above|never above|capped at|limited to",
    ),
    (">", r"(?:more|greater|larger|longer|higher) than|over|above|exceed(?:s|ing)?|>"),
    ("<", r"(?:less|fewer|smaller|shorter|lower) than|under|below|<"),
    ("=", r"exactly|precisely|equal to"),
)
_AFTER = (
    (
        ">=",
        r"or (?:more|higher|greater|larger|above|longer)|and above|at (?:the )?least"
        r"|as a minimum",
    ),
    (
        "<=",
        r"or (?:fewer|less|lower|smaller|below|under|shorter)|and below|at (?:the )?most"
        r"|as a maximum",
    ),
)
_BEFORE_PATTERNS = [
    (sign, re.compile(rf"(?:^|(?<=[\s(]))(?:{words})\s*(?:the\s+)?$", re.I))
    for sign, words in _BEFORE
]
_AFTER_PATTERNS = [
    (sign, re.compile(rf"^\s*(?:[\w-]+\s+){{0,3}}?(?:{words})\b", re.I)) for sign, words in _AFTER
]

_OPPOSITES = {">": "<=", "<": ">="}
_DENIED = re.compile(r"\b(?:not|never|n't)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
"""``may not have more than 6`` is at most 6."""


def quantities(text: str) -> Iterator[Quantity]:
    """The numbers of ``text``, from left to right."""
    for match in _NUMBER.finditer(text):
        value = _value(match, text[max(0, match.start() - 20) : match.start()])
        if value is None:
            continue
        unit = UNITS.get((match["unit"] or match["letters"] or "").casefold())
        if match["letters"] and unit is None:
            unit = match["letters"].casefold()
        end = match.end() if match["unit"] else match.end("number")
        following = _NEXT.match(text, end)
        about = following[1].casefold() if following else ""
        about = "" if about in STOP_WORDS else about
        yield Quantity(text[match.start() : end], match.start(), end, f"{value}{unit or ''}", about)


def bounds(text: str) -> Iterator[Bound]:
    """The comparisons with numbers in ``text``, from left to right."""
    for found in quantities(text):
        before, after = text[max(0, found.start - 40) : found.start], text[found.end :][:60]
        signs = [
            (sign, match.start())
            for sign, pattern in _BEFORE_PATTERNS
            if (match := pattern.search(before))
        ]
        if signs:
            sign, place = signs[0]
            if _DENIED.search(before[:place]):
                sign = _OPPOSITES.get(sign, sign)
            yield Bound(sign, found.key, found.start - len(before) + place, found.end)
            continue
        clause = re.split(r"[.;,\n]", after)[0]
        for sign, pattern in _AFTER_PATTERNS:
            if match := pattern.match(clause):
                yield Bound(sign, found.key, found.start, found.end + match.end())
                break


def _value(match: re.Match[str], before: str) -> str | None:
    """The number in one spelling; None where the word is no number here."""
    if match["word"]:
        return _word_value(match["word"].casefold(), before)
    digits: str = match["digits"] or match["glued"]
    # Digits stay as written: version 3.10 is not 3.1.
    return ("-" if match["sign"] else "") + digits.replace(",", "")


def _word_value(word: str, before: str) -> str | None:
    if word == "one" and not _ONE_COUNTS.search(before):
        return None
    if word in ("first", "second") and not _FIRST_COUNTS.search(before):
        return None
    return str(NUMBER_WORDS.get(word) or ORDINALS[word])
