"""What closed audits say of the judges of a bundle's runs, for the boards."""

from functools import lru_cache
from uuid import UUID

from django.db.models import Count

from audit_app.domain.audit_rates import AuditRates
from audit_app.domain.audited import cell_counts
from audit_app.domain.cells import CellCount
from audit_app.domain.design import AuditKind
from audit_app.models import Audit
from audit_app.queries.reports import audited_items, cell_populations


def corrections(bundle_id: int) -> tuple[AuditRates, ...]:
    """Of each closed audit of a bundle's answers, the last one closed first."""
    audits = Audit.objects.filter(
        bundle_id=bundle_id, kind=AuditKind.ANSWERS, status=Audit.Status.CLOSED
    ).annotate(adjudications=Count("items__adjudications"))
    return tuple(
        AuditRates(
            str(audit.pk),
            audit.judge,
            frozenset(map(str, audit.run_ids)),
            _counts(audit.pk, audit.adjudications),
        )
        for audit in audits.order_by("-closed_at", "-pk")
    )


@lru_cache(maxsize=64)
def _counts(audit_id: UUID, adjudications: int) -> tuple[CellCount, ...]:
    """Kept by process: a closed audit's labels stay, and ``adjudications`` are only ever added."""
    audit = Audit.objects.get(pk=audit_id)
    return cell_counts(cell_populations(audit), audited_items(audit_id))
