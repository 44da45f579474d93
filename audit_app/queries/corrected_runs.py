"""The runs of an audit, task by task, for their correction."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

from audit_app.domain.cells import CellCount
from audit_app.domain.corrected_runs import AuditedOutcomes, CorrectedRun, corrected_runs
from audit_app.domain.correction import Outcome
from audit_app.domain.standing import why_lapsed
from audit_app.models import Audit
from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.scoring import rests_on_verdict
from runs_app.queries import (
    AuditedRun,
    RunOutcome,
    audited_runs,
    judge_rubrics,
    run_outcomes,
)
from tasks_app.domain.families import Family, Group
from tasks_app.queries import bundle_spec, task_families

Attempts = Mapping[tuple[UUID, str], RunOutcome]
"""The latest attempt by run and task."""


def scored_runs(audit: Audit) -> tuple[AuditedRun, ...]:
    """The audit's runs that are scored still; labels made elsewhere, and reviews, have none."""
    return audited_runs([UUID(run_id) for run_id in audit.run_ids]) if audit.run_ids else ()


def corrected(
    audit: Audit, runs: Sequence[AuditedRun], counts: Sequence[CellCount]
) -> tuple[CorrectedRun, ...]:
    """``runs`` as people would have judged them, by what they said in each cell."""
    if audit.bundle_id is None or not runs:
        return ()
    lapsed = _lapsed(audit, runs)
    attempts = {(row.run_id, row.task_id): row for row in run_outcomes([r.run_id for r in runs])}
    families = task_families(audit.bundle_id)
    titles = _titles(runs)
    outcomes = [
        _audited(run, titles[run.run_id], attempts, families, lapsed[run.run_id]) for run in runs
    ]
    rules = bundle_spec(audit.bundle_id).families
    groups: dict[str, Group] = {family: rules[family].group for family in set(families.values())}
    return corrected_runs(counts, outcomes, groups)


def lapsed_runs(audit: Audit) -> dict[UUID, str]:
    """Of each of the audit's runs that is scored still, why its verdicts are no longer those that
    people looked at; blank where they are."""
    return _lapsed(audit, scored_runs(audit))


def _lapsed(audit: Audit, runs: Sequence[AuditedRun]) -> dict[UUID, str]:
    rubrics = judge_rubrics([run.run_id for run in runs])
    return {
        run.run_id: why_lapsed(audit.judge, audit.judge_rubric, run.judge, rubrics[run.run_id])
        for run in runs
    }


def _audited(
    run: AuditedRun,
    title: str,
    attempts: Attempts,
    families: Mapping[str, Family],
    lapsed: str,
) -> AuditedOutcomes:
    by_family: dict[str, list[Outcome]] = {family: [] for family in sorted(set(families.values()))}
    missing = 0
    for task_id in sorted(families):
        attempt = attempts.get((run.run_id, task_id))
        missing += attempt is None or attempt.correct is None
        by_family[families[task_id]].append(_outcome(attempt))
    return AuditedOutcomes(run.run_id, title, by_family, missing, lapsed)


def _outcome(attempt: RunOutcome | None) -> Outcome:
    if attempt is None or attempt.correct is None:
        return Outcome(None, False, False)
    decided = rests_on_verdict(
        EpisodeStatus(attempt.status), attempt.family, attempt.abstained, attempt.correct
    )
    counts = bool(attempt.grounded and attempt.within_budget)
    return Outcome(attempt.correct if decided else None, attempt.correct, counts)


def _titles(runs: Sequence[AuditedRun]) -> dict[UUID, str]:
    """Agent and budget label; runs that share both are told apart by their id."""
    plain = {run.run_id: f"{run.agent}, {run.budget_label}" for run in runs}
    times = Counter(plain.values())
    return {
        run_id: title if times[title] == 1 else f"{title}, {str(run_id)[:8]}"
        for run_id, title in plain.items()
    }
