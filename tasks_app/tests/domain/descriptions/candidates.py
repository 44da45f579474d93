"""The hand-made candidates of ``data/descriptions.json``: ten tasks, each with one rewording.

Of each kind of fault there is, per task, an edit of the rewording that commits it, with the
codes that the gate must give, and a harmless edit that looks like it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tasks_app.domain.meter_task import Descriptions, MeterTask, TaskSet

DATA = Path(__file__).parents[2] / "data" / "descriptions.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text())
KINDS = (
    "changed_number",
    "renamed_output",
    "leaked_evaluation",
    "added_step",
    "added_hint",
    "dropped_constraint",
)


def task_of(case: dict[str, Any]) -> MeterTask:
    return MeterTask(
        task_id=case["task_id"],
        instruction="",
        artifacts=tuple(case["artifacts"]),
        outputs=tuple(case["outputs"]),
        success_criteria=case["success_criteria"],
        source={"evaluation": case["evaluation"]},
        sets=(TaskSet.FULL, TaskSet.OPT),
        descriptions=Descriptions(case["original"], None, {}),
    )


def task_named(task_id: str) -> MeterTask:
    return next(task_of(case) for case in CASES if case["task_id"] == task_id)


def edited(text: str, edit: dict[str, Any]) -> str:
    """``text`` with one stretch replaced wherever it stands, or a sentence put at its end."""
    if "add" in edit:
        return f"{text} {edit['add']}"
    old, new = edit["replace"]
    assert old in text, f"{old!r} is not in the rewording"
    return text.replace(old, new)


def rejected(kind: str) -> Iterator[tuple[MeterTask, str, set[str]]]:
    for case in CASES:
        edit = case["rejected"][kind]
        yield task_of(case), edited(case["rewording"], edit), set(edit["codes"])


def accepted(kind: str) -> Iterator[tuple[MeterTask, str]]:
    for case in CASES:
        yield task_of(case), edited(case["rewording"], case["accepted"][kind])
