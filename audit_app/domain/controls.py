"""Control items as a maintainer pastes them: one a line, an episode and its known label."""

import re
from uuid import UUID

from audit_app.domain.design import ControlItem
from audit_app.domain.labels import Decision
from tasks_app.domain.errors import Problem, Refused

MOST_CONTROLS = 1_000
LINE = re.compile(
    r"(?:.*\b)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b\S*\s+(correct|incorrect)",
    re.IGNORECASE,
)
"""An episode's id, bare or as the end of its address, then the label."""

SAY = "name an episode by its id or address, then correct or incorrect."


def read_controls(text: str) -> tuple[ControlItem, ...]:
    """The control items in their order; blank lines and repeated ones count for nothing.

    Raises Refused with a problem for each line that is none, or contradicts an earlier one.
    """
    known: dict[UUID, Decision] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        found = LINE.fullmatch(line.strip())
        if found is None:
            problems.append(Problem("no_control", f"Line {number}: {SAY}"))
            continue
        episode_id, label = UUID(found[1]), Decision(found[2].lower())
        if known.setdefault(episode_id, label) is not label:
            message = f"Line {number} contradicts an earlier line on the same episode."
            problems.append(Problem("control_twice", message))
    if len(known) > MOST_CONTROLS:
        problems.append(Problem("many_controls", f"Name {MOST_CONTROLS} control items at most."))
    if problems:
        raise Refused(problems)
    return tuple(ControlItem(episode_id, label) for episode_id, label in known.items())
