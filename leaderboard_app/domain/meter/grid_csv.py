"""A grid as CSV: a line a configuration, a column for each of its numbers; unknown is empty."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from tasks_app.domain.table import SortValue
from tasks_app.domain.table_files import csv_field

RATE_KEYS = ("low", "high", "numerator", "denominator", "reason")
NUMBER_KEYS = ("low", "high", "n", "reason")
AGENT_KEYS = ("id", "owner", "track", "url")
RATES = ("coverage", "passes")
NUMBERS = (
    "ams",
    "gap",
    "mean_reward",
    "tokens_per_pass",
    "usd_per_pass",
    "total_tokens",
    "total_usd",
)
STRATA = ("easy", "medium", "hard")
STRATUM_NUMBERS = ("score", "tq", "aubqc")
STRATUM_RATES = ("efr", "passes")
MISSING = ("absent", "infrastructure", "ungraded")

Column = Callable[[Mapping[str, Any]], SortValue]


def grid_csv(board: Mapping[str, Any]) -> str:
    """A header and a line a configuration. A number has ``ams`` (its value), ``ams_low``,
    ``ams_high``, ``ams_n`` and, where it is undefined, ``ams_reason``; a rate ``numerator`` and
    ``denominator`` in place of ``n``; what a stratum has starts with its name.
    """
    columns = dict(_columns())
    fixed = _fixed(board)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*columns, *fixed])
    for row in board["rows"]:
        own = (csv_field(column(row)) for column in columns.values())
        writer.writerow([*own, *map(csv_field, fixed.values())])
    return text.getvalue()


def _fixed(board: Mapping[str, Any]) -> dict[str, SortValue]:
    """What holds of every line: which grid it is of, and how it was scored and priced."""
    calibration = board["calibration"] or {}
    return {
        "set": board["task_set"],
        "condition": board["condition"],
        "pricing": board["pricing"]["rule"],
        "price_book": board["pricing"]["book"],
        "calibration": calibration.get("version"),
        "calibration_digest": calibration.get("digest"),
    }


def _columns() -> Iterator[tuple[str, Column]]:
    yield "rank", partial(_at, ("rank",))
    yield "rank_best", partial(_rank_end, 0)
    yield "rank_worst", partial(_rank_end, 1)
    yield "unranked_reason", partial(_at, ("unranked_reason",))
    for name in ("key", "model", "cli"):
        yield name, partial(_at, (name,))
    yield "agent", partial(_at, ("agent", "name"))
    for name in AGENT_KEYS:
        yield ("agent_id" if name == "id" else name), partial(_at, ("agent", name))
    yield from _measures((), NUMBERS, RATES)
    for end in ("lowest", "highest"):
        yield f"ams_{end}", partial(_at, ("bounds", "ams", end))
    for stratum in STRATA:
        yield from _measures(("strata", stratum), STRATUM_NUMBERS, STRATUM_RATES)
    for cause in MISSING:
        yield f"missing_{cause}", partial(_at, ("missing", cause))
    yield "unpriced_episodes", partial(_at, ("unpriced", "episodes"))
    yield "unpriced_reason", partial(_at, ("unpriced", "reason"))
    yield "run_ids", _run_ids


def _measures(
    path: tuple[str, ...], numbers: tuple[str, ...], rates: tuple[str, ...]
) -> Iterator[tuple[str, Column]]:
    for names, keys in ((numbers, NUMBER_KEYS), (rates, RATE_KEYS)):
        for name in names:
            prefix = "_".join((*path[1:], name))
            yield prefix, partial(_at, (*path, name, "value"))
            for key in keys:
                yield f"{prefix}_{key}", partial(_at, (*path, name, key))


def _at(path: tuple[str, ...], row: Mapping[str, Any]) -> SortValue:
    """What lies at a path of a row; None where there is nothing."""
    found: Any = row
    for key in path:
        found = None if found is None else found.get(key)
    return found  # type: ignore[no-any-return]


def _rank_end(end: int, row: Mapping[str, Any]) -> SortValue:
    interval = row["rank_interval"]
    return interval[end] if interval else None


def _run_ids(row: Mapping[str, Any]) -> SortValue:
    return " ".join(row["run_ids"])
