"""A leaderboard as CSV: a line a row, agents before controls, a column for each of its numbers."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from leaderboard_app.domain import econ
from leaderboard_app.domain.cost_scale import lambda_key
from leaderboard_app.domain.payload import LeaderboardPayload
from tasks_app.domain.table import SortValue
from tasks_app.domain.table_files import csv_field

RATES = (
    "coverage",
    "strict",
    "up",
    "save",
    "econ",
    "lenient",
    "feasibility",
    "abstention_rate",
    "composite_rate",
    "no_step_rate",
    "corrected",
    "corrected_strict",
    "corrected_up",
    "corrected_save",
    "corrected_econ",
)
NUMBERS = ("mean_units", "units_per_success")
AGENT_KEYS = ("id", "owner", "model", "scaffold", "track", "composite_mode", "url")
RATE_KEYS = ("low", "high", "numerator", "denominator", "reason")
NUMBER_KEYS = ("low", "high", "n", "reason")
MISSING = ("absent", "infrastructure", "unjudged")

Column = Callable[[Mapping[str, Any]], SortValue]


def board_csv(board: LeaderboardPayload) -> str:
    """A header and a line a row. A rate has ``econ`` (its value), ``econ_low``, ``econ_high``,
    ``econ_numerator``, ``econ_denominator`` and, where it is undefined, ``econ_reason``.
    """
    columns = dict(_columns())
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["kind", *columns])
    for kind, rows in (("agent", board["rows"]), ("control", board["controls"])):
        for row in rows:
            writer.writerow([kind, *(csv_field(column(row)) for column in columns.values())])
    return text.getvalue()


def _columns() -> Iterator[tuple[str, Column]]:
    yield "rank", partial(_at, ("rank",))
    yield "rank_best", partial(_rank_end, 0)
    yield "rank_worst", partial(_rank_end, 1)
    yield "unranked_reason", partial(_at, ("unranked_reason",))
    yield "agent", partial(_at, ("agent", "name"))
    for key in AGENT_KEYS:
        yield ("agent_id" if key == "id" else key), partial(_at, ("agent", key))
    yield "cost_basis", partial(_at, ("cost_basis",))
    for name in RATES:
        yield from _measure(name, RATE_KEYS)
    for name in NUMBERS:
        yield from _measure(name, NUMBER_KEYS)
    for weight in map(lambda_key, econ.LAMBDAS):
        yield f"s_lambda_{weight}", partial(_at, ("s_lambda", weight))
    yield "s_lambda_reason", partial(_at, ("s_lambda_reason",))
    for cause in MISSING:
        yield f"missing_{cause}", partial(_at, ("missing", cause))
    yield "corrected_audit", partial(_at, ("corrected_audit",))
    yield "run_ids", _run_ids


def _measure(name: str, keys: tuple[str, ...]) -> Iterator[tuple[str, Column]]:
    yield name, partial(_at, (name, "value"))
    for key in keys:
        yield f"{name}_{key}", partial(_at, (name, key))


def _at(path: tuple[str, ...], row: Mapping[str, Any]) -> SortValue:
    """What lies at a path of a row; None where a defined number has no reason, and where the
    board is older than the column."""
    found: Any = row
    for key in path:
        found = None if found is None else found.get(key)
    return found  # type: ignore[no-any-return]


def _rank_end(end: int, row: Mapping[str, Any]) -> SortValue:
    interval = row["rank_interval"]
    return interval[end] if interval else None


def _run_ids(row: Mapping[str, Any]) -> SortValue:
    return " ".join(row["run_ids"])
