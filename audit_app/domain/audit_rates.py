"""What a closed audit hands to the boards."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from audit_app.domain.cells import CellCount


@dataclass(frozen=True)
class AuditRates:
    """How often people confirmed the verdicts of ``judge`` under ``rubric``, by cell.

    ``run_ids`` are the audited runs whose verdicts are still those; ``lapsed`` tells of each other
    one why nothing follows for it any more (see ``standing.why_lapsed``).
    """

    audit_id: str
    judge: str
    rubric: str
    run_ids: frozenset[str]
    counts: tuple[CellCount, ...]
    lapsed: Mapping[str, str] = field(default_factory=dict)
