"""Strings of the hidden evaluation in a candidate, whole, in part, or disguised by spacing.

The findings say where the candidate holds such a string, never what the evaluation says. What
the public text says too is no leak. Encodings (base64, translations) are beyond these checks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tasks_app.domain.descriptions.findings import Finding, FindingCode, in_candidate
from tasks_app.domain.json_leaves import leaves
from tasks_app.domain.meter_task import MeterTask

REASON = "This stands in the hidden evaluation and nowhere in the public text."
SHINGLE = 5
"""So many words in a row out of an evaluation string are a leak of it."""
LEAST_SQUASHED = 8
"""Letters and digits that a string needs to be looked for regardless of spacing and signs."""

_TOKEN = re.compile(r"[^\W_]+(?:[._/:'-]+[^\W_]+|_+[^\W_]*)*")
_DISTINCTIVE = re.compile(r"[A-Za-z]+.*[\d_./]|[\d_./].*[A-Za-z]|\d[\d.,]{2,}|[a-z][A-Z]")


@dataclass(frozen=True)
class _Squashed:
    """The letters and digits of a text in lower case, and where each stands."""

    text: str
    places: tuple[int, ...]


def leaks(task: MeterTask, public: str, candidate: str) -> Iterator[Finding]:
    """The stretches of ``candidate`` that only ``task.source["evaluation"]`` could tell of."""
    hidden = tuple(dict.fromkeys(evaluation_strings(task)))
    if not hidden:
        return
    spans = sorted(set(_spans(hidden, public, candidate)))
    for start, end in _merged(spans):
        yield in_candidate(FindingCode.HIDDEN_EVALUATION, start, end, REASON)


def evaluation_strings(task: MeterTask) -> Iterator[str]:
    """The texts and numbers of the hidden evaluation, the keys of its objects included."""
    yield from leaves(task.source.get("evaluation"))
    yield from _keys(task.source.get("evaluation"))


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)


def _spans(hidden: tuple[str, ...], public: str, candidate: str) -> Iterator[tuple[int, int]]:
    known, given = _squashed(public), _squashed(candidate)
    known_words, given_words = _tokens(public), _tokens(candidate)
    known_set = {word for word, _, _ in known_words}
    known_rows = _shingles([word for word, _, _ in known_words])
    for string in hidden:
        yield from _squashed_spans(_squashed(string).text, known.text, given)
        tokens = [word for word, _, _ in _tokens(string)]
        rows = _shingles(tokens) - known_rows if len(tokens) >= SHINGLE else set()
        if 0 < len(tokens) < SHINGLE and not _has_row(known_words, tuple(tokens)):
            rows = {tuple(tokens)} if not _is_everyday(tokens) else set()
        marks = {(t,) for t in _distinctive(string) if t not in known_set}
        for row in rows | marks:
            yield from _row_spans(row, given_words)


def _squashed_spans(string: str, known: str, given: _Squashed) -> Iterator[tuple[int, int]]:
    if len(string) < LEAST_SQUASHED or string in known:
        return
    place = given.text.find(string)
    while place >= 0:
        yield given.places[place], given.places[place + len(string) - 1] + 1
        place = given.text.find(string, place + 1)


def _row_spans(
    row: tuple[str, ...], given: list[tuple[str, int, int]]
) -> Iterator[tuple[int, int]]:
    size = len(row)
    for place in range(len(given) - size + 1):
        if tuple(word for word, _, _ in given[place : place + size]) == row:
            yield given[place][1], given[place + size - 1][2]


def _has_row(given: list[tuple[str, int, int]], row: tuple[str, ...]) -> bool:
    return any(True for _ in _row_spans(row, given))


def _is_everyday(tokens: list[str]) -> bool:
    """A single short word without digits, such as a key ``name``, tells nothing."""
    return len(tokens) == 1 and tokens[0].isalpha() and len(tokens[0]) < LEAST_SQUASHED


def _distinctive(string: str) -> set[str]:
    found = (match[0] for match in _TOKEN.finditer(string))
    return {token.casefold() for token in found if _DISTINCTIVE.search(token)}


def _shingles(tokens: list[str]) -> set[tuple[str, ...]]:
    return {tuple(tokens[i : i + SHINGLE]) for i in range(len(tokens) - SHINGLE + 1)}


def _tokens(text: str) -> list[tuple[str, int, int]]:
    return [(m[0].casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _squashed(text: str) -> _Squashed:
    kept = [(sign.casefold(), place) for place, sign in enumerate(text) if sign.isalnum()]
    letters = [(letter, place) for folded, place in kept for letter in folded]
    return _Squashed("".join(letter for letter, _ in letters), tuple(p for _, p in letters))


def _merged(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Overlapping and touching stretches as one."""
    current: tuple[int, int] | None = None
    for start, end in spans:
        if current and start <= current[1] + 1:
            current = current[0], max(current[1], end)
        else:
            if current:
                yield current
            current = start, end
    if current:
        yield current
