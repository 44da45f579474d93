"""A grid as CSV: a line a configuration, a column for each of its numbers; unknown is empty."""

from collections.abc import Mapping
from typing import Any

from leaderboard_app.domain.csv_columns import (
    NUMBER_KEYS,
    RATE_KEYS,
    Columns,
    agent_columns,
    at,
    measure_columns,
    rank_columns,
    run_columns,
)
from tasks_app.domain.csv_text import csv_text
from tasks_app.domain.table import SortValue

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


def grid_csv(board: Mapping[str, Any]) -> str:
    """A header and a line a configuration. A number has ``ams`` (its value), ``ams_low``,
    ``ams_high``, ``ams_n`` and, where it is undefined, ``ams_reason``; a rate ``numerator`` and
    ``denominator`` in place of ``n``; what a stratum has starts with its name.
    """
    columns = dict(_columns())
    fixed = _fixed(board)
    lines = (
        [*(column(row) for column in columns.values()), *fixed.values()] for row in board["rows"]
    )
    return csv_text([*columns, *fixed], lines)


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


def _columns() -> Columns:
    yield from rank_columns()
    for name in ("key", "model", "cli"):
        yield name, at(name)
    yield from agent_columns(AGENT_KEYS)
    yield from _measures((), NUMBERS, RATES)
    for end in ("lowest", "highest"):
        yield f"ams_{end}", at("bounds", "ams", end)
    for stratum in STRATA:
        yield from _measures(("strata", stratum), STRATUM_NUMBERS, STRATUM_RATES)
    for cause in MISSING:
        yield f"missing_{cause}", at("missing", cause)
    yield "unpriced_episodes", at("unpriced", "episodes")
    yield "unpriced_reason", at("unpriced", "reason")
    yield from run_columns()


def _measures(path: tuple[str, ...], numbers: tuple[str, ...], rates: tuple[str, ...]) -> Columns:
    for names, keys in ((numbers, NUMBER_KEYS), (rates, RATE_KEYS)):
        for name in names:
            yield from measure_columns((*path, name), "_".join((*path[1:], name)), keys)
