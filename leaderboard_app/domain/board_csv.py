"""A leaderboard as CSV: a line a row, agents before controls, a column for each of its numbers."""

from leaderboard_app.domain import econ
from leaderboard_app.domain.cost_scale import lambda_key
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
from leaderboard_app.domain.payload import LeaderboardPayload
from tasks_app.domain.csv_text import csv_text

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
MISSING = ("absent", "infrastructure", "unjudged")


def board_csv(board: LeaderboardPayload) -> str:
    """A header and a line a row. A rate has ``econ`` (its value), ``econ_low``, ``econ_high``,
    ``econ_numerator``, ``econ_denominator`` and, where it is undefined, ``econ_reason``.
    """
    columns = dict(_columns())
    lines = (
        [kind, *(column(row) for column in columns.values())]
        for kind, rows in (("agent", board["rows"]), ("control", board["controls"]))
        for row in rows
    )
    return csv_text(["kind", *columns], lines)


def _columns() -> Columns:
    yield from rank_columns()
    yield from agent_columns(AGENT_KEYS)
    yield "cost_basis", at("cost_basis")
    for names, keys in ((RATES, RATE_KEYS), (NUMBERS, NUMBER_KEYS)):
        for name in names:
            yield from measure_columns((name,), name, keys)
    for weight in map(lambda_key, econ.LAMBDAS):
        yield f"s_lambda_{weight}", at("s_lambda", weight)
    yield "s_lambda_reason", at("s_lambda_reason")
    for cause in MISSING:
        yield f"missing_{cause}", at("missing", cause)
    yield "corrected_audit", at("corrected_audit")
    yield from run_columns()
