"""What a closed audit hands to the boards."""

from dataclasses import dataclass

from audit_app.domain.cells import CellCount


@dataclass(frozen=True)
class AuditRates:
    """How often people confirmed the verdicts of ``judge`` in the runs of ``run_ids``, by cell."""

    audit_id: str
    judge: str
    run_ids: frozenset[str]
    counts: tuple[CellCount, ...]
