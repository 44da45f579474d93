"""The columns of a board's CSV: what a row has under a name. Unknown is None."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from tasks_app.domain.table import SortValue

RATE_KEYS = ("low", "high", "numerator", "denominator", "reason")
NUMBER_KEYS = ("low", "high", "n", "reason")

Column = Callable[[Mapping[str, Any]], SortValue]
Columns = Iterator[tuple[str, Column]]


def at(*path: str) -> Column:
    """What lies at a path of a row; None where there is nothing: a defined number has no reason,
    and an older board lacks newer columns."""
    return partial(_at, path)


def rank_columns() -> Columns:
    yield "rank", at("rank")
    yield "rank_best", partial(_rank_end, 0)
    yield "rank_worst", partial(_rank_end, 1)
    yield "unranked_reason", at("unranked_reason")


def agent_columns(keys: Iterable[str]) -> Columns:
    """The agent's name, and ``keys`` of it."""
    yield "agent", at("agent", "name")
    for key in keys:
        yield ("agent_id" if key == "id" else key), at("agent", key)


def measure_columns(path: tuple[str, ...], prefix: str, keys: Iterable[str]) -> Columns:
    """The value of a rate or a number under ``prefix``, and ``keys`` of it."""
    yield prefix, at(*path, "value")
    for key in keys:
        yield f"{prefix}_{key}", at(*path, key)


def run_columns() -> Columns:
    yield "run_ids", _run_ids


def _at(path: tuple[str, ...], row: Mapping[str, Any]) -> SortValue:
    found: Any = row
    for key in path:
        found = None if found is None else found.get(key)
    return found  # type: ignore[no-any-return]


def _rank_end(end: int, row: Mapping[str, Any]) -> SortValue:
    interval = row["rank_interval"]
    return interval[end] if interval else None


def _run_ids(row: Mapping[str, Any]) -> SortValue:
    return " ".join(row["run_ids"])
