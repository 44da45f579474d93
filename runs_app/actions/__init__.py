"""All writes of runs_app, one module a subject."""

from runs_app.actions.chunks import execute_chunk, unfinished_chunks
from runs_app.actions.episodes import store_episodes
from runs_app.actions.judging import judge_run
from runs_app.actions.runs import (
    cancel_run,
    ensure_agent,
    fail_run,
    note_resumption,
    open_run,
    withdraw_run,
)
from runs_app.actions.scoring import finish_run, rejudge_run, score_run

__all__ = [
    "cancel_run",
    "ensure_agent",
    "execute_chunk",
    "fail_run",
    "finish_run",
    "judge_run",
    "note_resumption",
    "open_run",
    "rejudge_run",
    "score_run",
    "store_episodes",
    "unfinished_chunks",
    "withdraw_run",
]
