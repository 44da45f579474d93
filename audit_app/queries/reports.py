"""The report of a closed audit, from its labels as they count.

A label counts if it is its author's latest on the item, the author holds one of the item's seats,
and the item has not changed since. Imported labels were never claimed: their latest counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from uuid import UUID

from audit_app.domain.audited import AuditedItem, ReviewerLabel
from audit_app.domain.cells import Cell
from audit_app.domain.collector import collector_paused
from audit_app.domain.labels import Decision
from audit_app.domain.report import AuditReport, audit_report
from audit_app.domain.seating import ClaimState
from audit_app.domain.self_mention import mentions
from audit_app.models import Adjudication, Audit, Claim, HumanLabel, Provenance
from audit_app.queries.corrected_runs import corrected, scored_runs
from audit_app.queries.kept import kept
from runs_app.domain.episode import Verdict
from runs_app.queries import AuditedRun

DECISIONS = {str(decision): decision for decision in Decision}
VERDICTS = {str(verdict): verdict for verdict in Verdict}
SHOWN = (
    *("item_id", "item__answer", "task_id", "agent", "family", "verdict", "known"),
    "item__content_digest",
)


class CountingLabel(NamedTuple):
    """A label that counts, as stored."""

    annotator: str
    decision: str
    was_blind: bool
    reason: str
    content_digest: str


def report(audit_id: UUID) -> AuditReport | None:
    """The report; None while the audit is open. Raises Audit.DoesNotExist.

    Kept, since the labels of a closed audit stay: it changes with third decisions, and with the
    scores of the audited runs.
    """
    audit = Audit.objects.get(pk=audit_id)
    if audit.is_open:
        return None
    third = Adjudication.objects.filter(item__audit=audit_id).count()
    runs = scored_runs(audit)
    return kept((audit.pk, third, *runs), partial(_computed, audit, runs))


def _computed(audit: Audit, runs: Sequence[AuditedRun]) -> AuditReport:
    with collector_paused():
        found = audit_report(cell_populations(audit), tuple(audited_items(audit.pk)))
        return replace(found, corrected=corrected(audit, runs, found.cells))


def cell_populations(audit: Audit) -> dict[Cell, int]:
    """How many episodes of the audit's frame each cell holds."""
    return {
        Cell(cell["family"], Verdict(cell["verdict"]) if cell["verdict"] else None): cell[
            "population"
        ]
        for cell in audit.cells
    }


def audited_items(audit_id: UUID) -> Iterator[AuditedItem]:
    """Every item of an audit with the labels that count, in serving order."""
    labels, adjudicated = counting_labels(audit_id), _adjudicated(audit_id)
    rows = Provenance.objects.filter(item__audit=audit_id).order_by("item__position")
    cells: dict[tuple[str, str], Cell] = {}
    for row in rows.values_list(*SHOWN).iterator(chunk_size=5_000):
        item_id, answer, task_id, agent, family, verdict, known, content_digest = row
        if (family, verdict) not in cells:
            cells[family, verdict] = Cell(family, VERDICTS.get(verdict))
        yield AuditedItem(
            item_id=str(item_id),
            task_id=task_id,
            agent=agent,
            cell=cells[family, verdict],
            labels=_current(labels.get(item_id, {}).values(), content_digest),
            adjudicated=adjudicated.get(item_id),
            control=DECISIONS[known] if known else None,
            mentions_model=mentions(agent, answer),
        )


def _current(labels: Iterable[CountingLabel], content_digest: str) -> tuple[ReviewerLabel, ...]:
    """Those of the item as it is now."""
    return tuple(
        ReviewerLabel(label.annotator, DECISIONS[label.decision], label.was_blind, label.reason)
        for label in labels
        if label.content_digest == content_digest
    )


def counting_labels(audit_id: UUID) -> Mapping[UUID, dict[str, CountingLabel]]:
    """By item and annotator, who labelled first coming first, the latest label that counts."""
    seated = set(
        Claim.objects.filter(session__audit=audit_id, state=ClaimState.DONE).values_list(
            "item_id", "session__reviewer_id"
        )
    )
    found: dict[UUID, dict[str, CountingLabel]] = {}
    rows = HumanLabel.objects.filter(audit=audit_id).order_by("number")
    rows = rows.values_list("item_id", "reviewer_id", *CountingLabel._fields)
    for item_id, reviewer_id, *label in rows.iterator(chunk_size=5_000):
        if reviewer_id is None or (item_id, reviewer_id) in seated:
            found.setdefault(item_id, {})[label[0]] = CountingLabel._make(label)
    return found


def _adjudicated(audit_id: UUID) -> dict[UUID, Decision]:
    """The latest third decision by item."""
    rows = Adjudication.objects.filter(item__audit=audit_id).order_by("created_at", "pk")
    return {item: Decision(decision) for item, decision in rows.values_list("item", "decision")}
