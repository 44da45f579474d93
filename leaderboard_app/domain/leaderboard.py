"""The leaderboard of one track and budget label: rows ranked by Econ, controls apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from leaderboard_app.domain import econ, measures
from leaderboard_app.domain.board_slice import BoardSlice, EstimatedRow
from leaderboard_app.domain.corrected_payload import corrected_figures, corrected_order_payload
from leaderboard_app.domain.cost_scale import CostScale, s_lambdas
from leaderboard_app.domain.estimates import Estimate
from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.payload import (
    BoundsPayload,
    LeaderboardPayload,
    MissingPayload,
    RowPayload,
)
from leaderboard_app.domain.payload_parts import (
    agent_payload,
    number_payload,
    rate_payload,
    run_ids,
    share_payload,
)
from leaderboard_app.domain.ranking import Rank, check_comparable, ranks
from leaderboard_app.domain.rows import AgentRow

Metric = Callable[[econ.Episodes], Rate | Number]

RATES: Mapping[str, Callable[[econ.Episodes], Rate]] = {
    "strict": econ.micro,
    "up": econ.up,
    "save": econ.save,
    "lenient": econ.lenient,
    "feasibility": econ.feasibility,
    "abstention_rate": econ.abstention_rate,
    "composite_rate": econ.composite_rate,
    "no_step_rate": econ.no_step_rate,
}
BOUNDED: Mapping[str, Metric] = {
    **{name: RATES[name] for name in ("strict", "up", "save", "lenient", "feasibility")},
    "econ": econ.econ,
}
CONTROL_REASON = "Oracle control: shown for comparison, never ranked."


def leaderboard(board: BoardSlice) -> LeaderboardPayload:
    """The payload of a board. NotComparable: rows of different tracks or cost bases."""
    check_comparable([row.row for row in board.rows])
    ranked = [row for row in board.rows if unranked_reason(row.row) is None]
    places = dict(zip((row.row.agent.id for row in ranked), _ranks(ranked), strict=True))
    rows = [row_payload(row, board.scale, places.get(row.row.agent.id)) for row in board.rows]
    controls = [row_payload(row, board.scale, None) for row in board.controls]
    return {
        **board.head("leaderboard"),
        "tasks": board.frame.task_count,
        "c_max": board.c_max(),
        "corrected_order": corrected_order_payload(board.rows),
        "rows": sorted(rows, key=lambda row: not row["ranked"]),
        "controls": controls,
    }


def unranked_reason(row: AgentRow) -> str | None:
    """Why a row has no rank, in a sentence; None where it has one."""
    if row.is_control:
        return CONTROL_REASON
    value = econ.econ(row.episodes)
    if value.value is None:
        return value.reason
    coverage = econ.coverage(row.episodes)
    missing = coverage.denominator - coverage.numerator
    if missing:
        return f"{missing} of {coverage.denominator} tasks have no scored episode."
    return None


def row_payload(estimated: EstimatedRow, scale: CostScale, rank: Rank | None) -> RowPayload:
    """One row; without a ``rank`` it is unranked."""
    row = estimated.row
    scores, reason = s_lambdas(row, scale)
    payload = {
        "rank": rank.rank if rank else None,
        "rank_interval": [rank.best, rank.worst] if rank else None,
        "ranked": rank is not None,
        "unranked_reason": unranked_reason(row),
        "agent": agent_payload(row.agent),
        "cost_basis": row.cost_basis.value,
        **_figures(row.episodes, estimated.estimate),
        "bounds": None if row.is_complete else _bounds(row),
        "s_lambda": dict(scores),
        "s_lambda_reason": reason,
        **corrected_figures(estimated.correction),
        "missing": _missing(row),
        "run_ids": run_ids(row.episodes),
    }
    return cast(RowPayload, payload)


def _figures(episodes: econ.Episodes, estimate: Estimate) -> dict[str, Any]:
    """Every share and cost of a row with its interval."""
    interval = estimate.interval
    return {
        "coverage": rate_payload(econ.coverage(episodes)),
        **{name: rate_payload(rate(episodes), interval(name)) for name, rate in RATES.items()},
        "econ": share_payload(econ.econ(episodes), interval("econ")),
        "mean_units": number_payload(measures.mean_units(episodes), interval("mean_units")),
        "units_per_success": number_payload(
            econ.units_per_success(episodes), interval("units_per_success")
        ),
    }


def _ranks(rows: Sequence[EstimatedRow]) -> list[Rank]:
    if not rows:
        return []
    replicates = np.stack([cast(Any, row.estimate.econ) for row in rows])
    intervals = [row.estimate.interval("econ") for row in rows]
    return ranks([row.row for row in rows], intervals, replicates)


def _bounds(row: AgentRow) -> dict[str, BoundsPayload]:
    ends = {name: econ.bounds(row.episodes, metric) for name, metric in BOUNDED.items()}
    return {name: {"lowest": low, "highest": high} for name, (low, high) in ends.items()}


def _missing(row: AgentRow) -> MissingPayload:
    counts = econ.missing_by_cause(row.episodes)
    by_cause = {cause.value: count for cause, count in counts.items()}
    return cast(MissingPayload, by_cause | {"total": sum(counts.values())})
