"""Steps and other parts of an episode as plain JSON values and back: one shape in the database,
in archives and in the API (spec ``ecoagent-episodes/1``)."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from runs_app.domain.episode import Step


def step_json(step: Step) -> dict[str, Any]:
    """A step with every key of the archive format, in its order."""
    return {
        "action": step.action,
        "arguments": dict(step.arguments),
        "observation": step.observation,
        "evidence": list(step.evidence),
        "tier": step.tier,
        "started_at": step.started_at.isoformat() if step.started_at else None,
        "seconds": step.seconds,
    }


def step_from_json(value: Mapping[str, Any]) -> Step:
    """The inverse of ``step_json``; takes what this site stored, so it checks nothing."""
    started_at = value.get("started_at")
    return Step(
        action=value["action"],
        arguments=value.get("arguments") or {},
        observation=value.get("observation") or "",
        evidence=tuple(value.get("evidence") or ()),
        tier=value.get("tier"),
        started_at=datetime.fromisoformat(started_at) if started_at else None,
        seconds=value.get("seconds"),
    )


def part_json(part: Any) -> dict[str, Any] | None:
    """A ``Usage`` or ``Workspace`` as its fields; None stays None (unknown)."""
    return None if part is None else asdict(part)
