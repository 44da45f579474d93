"""The reference episodes with two sources that also tried the other wordings, for tests."""

import random
from typing import Any

from leaderboard_app.models import Snapshot
from leaderboard_app.tests.metered import metered
from runs_app.tests.meter_archives import MeterDraft, reference_lines
from tasks_app.tests.meter_bundles import OPT_TASKS, SOURCES

KEYS = ("model-a x cli-x", "model-b x cli-y")
"""The sources of the meter bundle, which are configurations of its reference episodes."""

WORDINGS = ("generic", *SOURCES)


def other_lines(keys: tuple[str, ...] = KEYS, seed: int = 1) -> list[dict[str, Any]]:
    """The same tasks under every other wording: rewards and costs drawn from a seed."""
    draw = random.Random(seed)
    opt = {f"m{number:02d}" for number in range(OPT_TASKS)}
    mine = [line for line in reference_lines() if line["task_id"] in opt]
    return [
        line
        | {
            "description": wording,
            "reward": draw.choice((0.0, 0.5, line["reward"], 1.0)),
            "cost_usd": round(line["cost_usd"] * draw.uniform(0.5, 1.5), 6),
        }
        for wording in WORDINGS
        for line in mine
        if line["agent"].replace(" in ", " x ") in keys
    ]


def described(
    keys: tuple[str, ...] = KEYS, calibrated: bool = True, lines: list[dict[str, Any]] | None = None
) -> Snapshot:
    """Published boards in which ``keys`` tried the other wordings of the opt set."""
    others = other_lines(keys) if lines is None else lines
    return metered(MeterDraft(reference_lines() + others), calibrated)
