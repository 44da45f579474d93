"""Which documents of a task a reviewer reads: the surface that its family gives to agents.

It depends on the task only. What one agent opened would tell what it spent and how it works.
"""

from collections.abc import Sequence

from audit_app.domain.blinding import Passage
from tasks_app.domain.families import MODEL_TIER_FAMILIES, Family
from tasks_app.domain.task_spec import Document, Surface

SURFACES = {
    Family.ESCALATION: (Surface.SEARCH, Surface.DEEP),
    **dict.fromkeys(MODEL_TIER_FAMILIES, (Surface.CONTEXT,)),
}
SEARCHED = (Surface.SEARCH,)


def evidence_surface(family: Family, documents: Sequence[Document]) -> tuple[Passage, ...]:
    """The documents of the family's native surface in the task's order, without their ids.

    Escalation tasks are answered from what search alone does not reach, so they show both.
    """
    surfaces = SURFACES.get(family, SEARCHED)
    return tuple(Passage(d.title, d.text) for d in documents if d.surface in surfaces)
