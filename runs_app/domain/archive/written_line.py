"""An episode as the line of an archive: every key of its bundle's kind, in the format's order."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from runs_app.domain.episode import EpisodeRecord
from runs_app.domain.episode_json import part_json, step_json


def episode_json(record: EpisodeRecord) -> dict[str, Any]:
    """What its submitter added to an episode, and the keys of the format."""
    own = _meter_keys(record) if record.is_metered else _economic_keys(record)
    return {
        **record.extra,
        "agent": record.agent,
        "task_id": record.task_id,
        **own,
        "cost_usd": record.cost_usd,
        "reward": record.reward,
        "judge_labels": [asdict(label) for label in record.judge_labels],
        "started_at": _iso(record.started_at),
        "finished_at": _iso(record.finished_at),
    }


def _economic_keys(record: EpisodeRecord) -> dict[str, Any]:
    usage = part_json(record.usage)
    return {
        "budget_label": record.budget_label,
        **_attempt_keys(record),
        "reported_units": record.reported_units,
        "workspace": part_json(record.workspace),
        "usage": usage and {key: n for key, n in usage.items() if key != "total_tokens"},
    }


def _meter_keys(record: EpisodeRecord) -> dict[str, Any]:
    return {
        "description": record.description,
        "repeat": record.repeat,
        **_attempt_keys(record),
        "step_count": None if record.steps else record.step_count,
        "workspace": part_json(record.workspace),
        "usage": part_json(record.usage),
        "seconds": record.seconds,
    }


def _attempt_keys(record: EpisodeRecord) -> dict[str, Any]:
    return {
        "attempt": record.attempt,
        "status": record.status.value,
        "answer": record.answer,
        "abstained": record.abstained,
        "steps": [step_json(step) for step in record.steps],
    }


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
