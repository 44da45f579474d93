"""At which stage episodes fail, by agent and family (ours, from EcoAgent-Bench section 10)."""

from collections import Counter
from collections.abc import Sequence

from leaderboard_app.domain.board_slice import BoardSlice
from leaderboard_app.domain.family_payload import (
    FailureRowPayload,
    FailuresPayload,
    StageCountsPayload,
)
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.rows import AgentRow
from leaderboard_app.domain.scored import ScoredEpisode
from runs_app.domain.scoring import FailureStage


def failures(board: BoardSlice) -> FailuresPayload:
    return {
        **board.head("failures"),
        "families": board.families(),
        "rows": [_row(row.row) for row in board.all_rows],
    }


def stage_counts(episodes: Sequence[ScoredEpisode]) -> StageCountsPayload:
    """How many were strict, failed at each stage, or are missing; together all tasks."""
    stages = Counter(e.failure_stage for e in episodes if e.missing is None)
    return {
        "strict": sum(e.is_strict for e in episodes),
        "budget": stages[FailureStage.BUDGET],
        "selection": stages[FailureStage.SELECTION],
        "execution": stages[FailureStage.EXECUTION],
        "missing": sum(e.missing is not None for e in episodes),
        "tasks": len(episodes),
    }


def _row(row: AgentRow) -> FailureRowPayload:
    return {
        "agent": agent_payload(row.agent),
        "control": row.is_control,
        "total": stage_counts(row.episodes),
        "families": {
            family.value: stage_counts(episodes) for family, episodes in row.by_family.items()
        },
    }
