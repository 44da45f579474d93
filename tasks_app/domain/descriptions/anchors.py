"""What a description of a task may not lose: its public anchors, extracted to be shown.

Source: AgentMeter (arXiv 2606.21140v2), the preservation gate: objective, artifact roles,
required outputs and success criteria. Named things and constraints are ours, deterministic.
"""

from dataclasses import dataclass, replace

from tasks_app.domain.descriptions.constraints import constraints
from tasks_app.domain.descriptions.named_things import Anchor, AnchorKind, file_key
from tasks_app.domain.descriptions.reading import Reading, reading
from tasks_app.domain.descriptions.words import Clause
from tasks_app.domain.json_leaves import leaves
from tasks_app.domain.meter_task import MeterTask


@dataclass(frozen=True)
class Anchors:
    """``objective`` is the first sentence that asks for something; the named things and
    constraints have their places in the original wording."""

    objective: Clause
    artifacts: tuple[str, ...]
    outputs: tuple[str, ...]
    success_criteria: tuple[str, ...]
    named: tuple[Anchor, ...]

    def of(self, *kinds: AnchorKind) -> tuple[Anchor, ...]:
        return tuple(anchor for anchor in self.named if anchor.kind in kinds)


def anchors_of(task: MeterTask) -> Anchors:
    """The public anchors of a task. Nothing of ``task.source`` is read."""
    original = reading(task.descriptions.original)
    outputs = tuple(leaves(task.outputs))
    is_output = {file_key(output) for output in outputs}
    things = tuple(
        replace(thing, kind=AnchorKind.OUTPUT) if thing.key in is_output else thing
        for thing in original.things
    )
    bindings = tuple(_constraint(original, demand.clause) for demand in constraints(original))
    return Anchors(
        objective=_objective(original),
        artifacts=tuple(leaves(task.artifacts)),
        outputs=outputs,
        success_criteria=tuple(leaves(task.success_criteria)),
        named=tuple(sorted((*things, *bindings), key=lambda anchor: (anchor.start, anchor.end))),
    )


def public_text(task: MeterTask) -> str:
    """Everything that an agent may read of a task: what supports a candidate."""
    declared = (*leaves(task.artifacts), *leaves(task.outputs), *leaves(task.success_criteria))
    return "\n".join((task.descriptions.original, task.instruction, *declared))


def _objective(original: Reading) -> Clause:
    return original.sentences[0] if original.sentences else Clause(original.text, 0)


def _constraint(original: Reading, clause: Clause) -> Anchor:
    text = original.text[clause.start : clause.end]
    return Anchor(AnchorKind.CONSTRAINT, text, clause.start, clause.end, text.casefold())
