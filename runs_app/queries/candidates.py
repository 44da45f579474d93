"""Reads of candidate and frozen descriptions. What the gate knows of the hidden evaluation
reaches maintainers only: not its owner, not by a word, a count or an order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from runs_app.domain.descriptions import CANDIDATE
from runs_app.models import Candidate, FrozenDescription, Run, Visibility
from tasks_app.domain.configuration import configuration_key
from tasks_app.domain.descriptions.findings import Finding, finding_from_json
from tasks_app.queries import meter_tasks


@dataclass(frozen=True)
class FrozenText:
    """The wording of a task that stands for a source.

    ``candidate_id`` is None where the original stays and for texts that the bundle declares,
    which have no ``frozen_at`` and no ``evidence`` either: {pricing, compared: [{description,
    reward, cost_usd, episodes}]}.
    """

    task_id: str
    source: str
    text: str
    candidate_id: UUID | None
    reason: str
    frozen_at: datetime | None
    evidence: Mapping[str, Any] | None = None

    @property
    def is_declared(self) -> bool:
        return self.frozen_at is None


def visible_candidates(user: Any) -> QuerySet[Candidate]:
    """The candidates that ``user`` may read: their own and frozen ones; maintainers all."""
    frozen = FrozenDescription.objects.filter(candidate=OuterRef("pk"))
    rows = Candidate.objects.select_related("bundle", "created_by").defer("bundle__manifest")
    rows = rows.annotate(is_frozen=Exists(frozen))
    if getattr(user, "is_maintainer", False):
        return rows
    mine = Q(created_by=user) if user is not None and user.is_authenticated else Q(pk__in=())
    return rows.filter(Q(is_frozen=True) | mine)


def visible_findings(candidate: Candidate, user: Any) -> tuple[Finding, ...]:
    """What ``user`` may know of the gate's findings."""
    findings = tuple(map(finding_from_json, candidate.findings))
    if getattr(user, "is_maintainer", False):
        return findings
    return tuple(finding for finding in findings if not finding.is_hidden)


def frozen_texts(bundle_id: int, task_id: str | None = None) -> tuple[FrozenText, ...]:
    """The wordings that stand for sources, in order of task and source: frozen here, or declared
    by the bundle where nothing was frozen."""
    tasks = meter_tasks(bundle_id)
    wanted = {task_id: tasks[task_id]} if task_id is not None else tasks
    rows = FrozenDescription.objects.filter(bundle_id=bundle_id, task_id__in=list(wanted))
    frozen = {(row.task_id, row.source): _frozen_text(row) for row in rows}
    declared = {
        (task.task_id, source): FrozenText(
            task.task_id, source, text, None, "It was published with the tasks.", None
        )
        for task in wanted.values()
        for source, text in task.descriptions.by_source.items()
    }
    return tuple(text for _, text in sorted({**declared, **frozen}.items()))


def known_sources(bundle_id: int) -> tuple[str, ...]:
    """Configurations that descriptions of a bundle may come from, in order: those with public
    runs over it, and those that it declares."""
    runs = Run.objects.filter(
        bundle_id=bundle_id, status=Run.Status.SCORED, visibility=Visibility.PUBLIC
    )
    pairs = runs.values_list("agent__model", "agent__scaffold").order_by().distinct()
    declared = {
        source for task in meter_tasks(bundle_id).values() for source in task.descriptions.by_source
    }
    return tuple(
        sorted(declared | {configuration_key(model, cli) for model, cli in pairs if model and cli})
    )


def added_descriptions(bundle_id: int) -> Mapping[str, frozenset[str]]:
    """Names of descriptions that were added to a bundle here, each with the tasks it is for.

    Candidates count once they pass the checks that may be told: whether they are accepted in the
    end must not show in what an upload is told.
    """
    found: dict[str, set[str]] = {}
    frozen = FrozenDescription.objects.filter(bundle_id=bundle_id)
    for source, task_id in frozen.values_list("source", "task_id"):
        found.setdefault(source, set()).add(task_id)
    tried = Candidate.objects.filter(bundle_id=bundle_id, passes_public=True)
    for pk, task_id in tried.values_list("pk", "task_id"):
        found[f"{CANDIDATE}{pk}"] = {task_id}
    return {name: frozenset(ids) for name, ids in found.items()}


def _frozen_text(row: FrozenDescription) -> FrozenText:
    return FrozenText(
        row.task_id,
        row.source,
        row.text,
        row.candidate_id,
        row.reason,
        row.frozen_at,
        row.evidence,
    )
