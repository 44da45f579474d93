"""What a full bundle consists of: 304 tasks in slots, each with its pools in order of preference.

Counts and the mixture of escalation tasks are those of EcoAgent-Bench (arXiv 2608.05519, table
of task families). Where a pool cannot fill a slot the next one does; ``atlas`` is last and always
can. Slots are filled from top to bottom and a row is used once, so a slot whose rows are scarce
stands above one that takes whatever is left.
"""

from dataclasses import dataclass

from tasks_app.domain.families import Decision, Family
from tasks_app.domain.seedpools.seed_row import Shape


@dataclass(frozen=True)
class Choice:
    """Rows of one pool, of some shapes, that a slot can be filled with."""

    dataset: str
    shapes: frozenset[Shape]


@dataclass(frozen=True)
class Slot:
    """So many tasks of one family and decision, from the first of ``choices`` that has rows."""

    name: str
    family: Family
    decision: Decision
    count: int
    choices: tuple[Choice, ...]


def _from(dataset: str, *shapes: Shape) -> Choice:
    return Choice(dataset, frozenset(shapes))


_HOPS = (Shape.TWO_HOP, Shape.MULTI_HOP)
_FROZEN = (_from("gaia", Shape.FROZEN, Shape.TABLE), _from("atlas", Shape.FROZEN))
_TIERS = (_from("hotpotqa", *_HOPS), _from("musique", *_HOPS), _from("atlas", Shape.TIER))

SLOTS = (
    Slot(
        "cheap two-hop",
        Family.CHEAP,
        Decision.CHEAP,
        72,
        (_from("musique", Shape.TWO_HOP), _from("atlas", Shape.TWO_HOP)),
    ),
    Slot(
        "escalation, three and more hops",
        Family.ESCALATION,
        Decision.ESCALATE,
        15,
        (_from("musique", Shape.MULTI_HOP), _from("atlas", Shape.MULTI_HOP)),
    ),
    Slot(
        "escalation tables",
        Family.ESCALATION,
        Decision.ESCALATE,
        4,
        (_from("gaia", Shape.TABLE), _from("atlas", Shape.TABLE)),
    ),
    Slot("frozen, must upgrade", Family.FROZEN, Decision.FRONTIER, 4, _FROZEN),
    Slot("frozen, cheap suffices", Family.FROZEN, Decision.FAST, 3, _FROZEN),
    Slot(
        "false premise",
        Family.STOP,
        Decision.STOP,
        10,
        (_from("squad2", Shape.FALSE_PREMISE), _from("atlas", Shape.FALSE_PREMISE)),
    ),
    Slot("model tiers, must upgrade", Family.MODEL_UPGRADE, Decision.FRONTIER, 50, _TIERS),
    Slot("model tiers, cheap suffices", Family.MODEL_UPGRADE, Decision.FAST, 50, _TIERS),
    Slot(
        "escalation, two hops",
        Family.ESCALATION,
        Decision.ESCALATE,
        96,
        (_from("hotpotqa", *_HOPS), _from("musique", *_HOPS), _from("atlas", *_HOPS)),
    ),
)
