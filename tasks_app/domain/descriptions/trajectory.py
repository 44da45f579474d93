"""What is left of a trajectory when only what it touched matters: small enough to reword from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tasks_app.domain.descriptions.named_things import named_things
from tasks_app.domain.json_leaves import leaves

MOST_STEPS = 2000
MOST_CHARACTERS = 2000
"""Characters that are read of one step."""
MOST_TOUCHED = 200


@dataclass(frozen=True)
class Trajectory:
    """``actions`` counts actions by name in the order of their first use; ``touched`` lists the
    files, names and other named things of the arguments in the order of their first mention."""

    step_count: int
    actions: Mapping[str, int]
    touched: tuple[str, ...]


def compress(steps: Iterable[Mapping[str, Any]]) -> Trajectory:
    """The trajectory of an episode's steps (``action``, ``arguments``). Observations are not
    read: they may hold what an agent saw of its evaluation."""
    actions: dict[str, int] = {}
    touched: dict[str, None] = {}
    count = 0
    for count, step in enumerate(steps, start=1):
        if count > MOST_STEPS:
            continue
        action = str(step.get("action", ""))
        actions[action] = actions.get(action, 0) + 1
        text = "\n".join(leaves(step.get("arguments")))[:MOST_CHARACTERS]
        touched.update((anchor.text, None) for anchor in named_things(text))
    return Trajectory(count, actions, tuple(touched)[:MOST_TOUCHED])
