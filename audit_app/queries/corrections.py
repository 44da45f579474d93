"""What closed audits say of the judges of a bundle's runs, for the boards."""

from functools import lru_cache
from uuid import UUID

from django.db.models import Count

from audit_app.domain.audit_rates import AuditRates
from audit_app.domain.audited import cell_counts
from audit_app.domain.cells import CellCount
from audit_app.domain.collector import collector_paused
from audit_app.domain.design import AuditKind
from audit_app.models import Audit
from audit_app.queries.corrected_runs import lapsed_runs
from audit_app.queries.reports import audited_items, cell_populations

LAST_CLOSED = ("-closed_at", "-pk")


def corrections(bundle_id: int) -> tuple[AuditRates, ...]:
    """Of each closed audit of a bundle's answers, the last one closed first."""
    audits = Audit.objects.filter(
        bundle_id=bundle_id, kind=AuditKind.ANSWERS, status=Audit.Status.CLOSED
    ).annotate(adjudications=Count("items__adjudications"))
    return tuple(_rates(audit, audit.adjudications) for audit in audits.order_by(*LAST_CLOSED))


def _rates(audit: Audit, adjudications: int) -> AuditRates:
    lapsed = {str(run_id): why for run_id, why in lapsed_runs(audit).items() if why}
    return AuditRates(
        audit_id=str(audit.pk),
        judge=audit.judge,
        rubric=audit.judge_rubric,
        run_ids=frozenset(map(str, audit.run_ids)) - lapsed.keys(),
        counts=_counts(audit.pk, adjudications),
        lapsed=lapsed,
    )


@lru_cache(maxsize=64)
def _counts(audit_id: UUID, adjudications: int) -> tuple[CellCount, ...]:
    """Kept by process: a closed audit's labels stay, and ``adjudications`` are only ever added."""
    audit = Audit.objects.get(pk=audit_id)
    with collector_paused():
        return cell_counts(cell_populations(audit), audited_items(audit_id))
