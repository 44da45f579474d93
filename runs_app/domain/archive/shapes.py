"""The keys of an episode line and of its parts, by the kind of bundle it belongs to."""

from collections.abc import Mapping

from runs_app.domain.archive import field_types as types
from runs_app.domain.archive.fields import Field, Shape
from runs_app.domain.archive.limits import (
    ATTEMPTS_AT_A_TASK,
    MOST_STEPS_COUNTED,
    REPEATS_OF_AN_ARCHIVE,
)
from runs_app.domain.archive.names import NAME_LENGTH
from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.domain.episode import EpisodeStatus, Verdict
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.families import BudgetLabel

ATTEMPT_FIELDS: Mapping[str, Field] = {
    "agent": types.text(),
    "task_id": types.text(),
    "attempt": types.count(1, ATTEMPTS_AT_A_TASK),
    "status": types.choice(EpisodeStatus),
    "answer": types.text(),
    "abstained": types.flag(),
    "steps": types.array(),
    "workspace": types.object_(),
    "usage": types.object_(),
    "cost_usd": types.amount(),
    "judge_labels": types.array(),
    "started_at": types.time(),
    "finished_at": types.time(),
}
EPISODE_SHAPES: Mapping[BundleKind, Shape] = {
    BundleKind.ECONOMIC: Shape(
        {
            **ATTEMPT_FIELDS,
            "budget_label": types.choice(BudgetLabel),
            "reported_units": types.amount(),
            "reward": types.number(),
        },
        required=("agent", "task_id", "budget_label", "attempt", "status"),
    ),
    BundleKind.METER: Shape(
        {
            **ATTEMPT_FIELDS,
            "budget_label": types.no_budget(types.text()),
            "description": types.name(DESCRIPTION_LENGTH),
            "repeat": types.count(1, REPEATS_OF_AN_ARCHIVE),
            "step_count": types.count(0, MOST_STEPS_COUNTED),
            "seconds": types.amount(),
            "reward": types.share(),
        },
        required=("agent", "task_id", "attempt", "status"),
    ),
}
STEP_SHAPE = Shape(
    {
        "action": types.text(),
        "arguments": types.free_object(),
        "observation": types.text(),
        "evidence": types.names(NAME_LENGTH),
        "tier": types.text(),
        "started_at": types.time(),
        "seconds": types.amount(),
    },
    required=("action",),
)
WORKSPACE_SHAPE = Shape(
    {
        "wall_seconds": types.amount(),
        "modified_files": types.count(),
        "new_files": types.count(),
    },
    required=("wall_seconds", "modified_files", "new_files"),
)
TOKEN_FIELDS: Mapping[str, Field] = {
    "input_tokens": types.count(),
    "cached_input_tokens": types.count(),
    "cache_creation_tokens": types.count(),
    "output_tokens": types.count(),
    "requests": types.count(),
}
USAGE_SHAPES: Mapping[BundleKind, Shape] = {
    BundleKind.ECONOMIC: Shape(TOKEN_FIELDS),
    BundleKind.METER: Shape({**TOKEN_FIELDS, "total_tokens": types.count()}),
}
LABEL_SHAPE = Shape(
    {
        "judge": types.name(types.LABEL_NAME_LENGTH),
        "rubric": types.name(types.LABEL_NAME_LENGTH),
        "verdict": types.choice(Verdict),
        "rationale": types.text(),
    },
    required=("judge", "rubric", "verdict"),
)
