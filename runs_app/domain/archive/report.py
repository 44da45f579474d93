"""What checking an archive found, as sentences and numbers for its page and the API."""

from typing import Any

from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.reader import OpenArchive
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import EpisodeRecord, RunKey
from tasks_app.domain.canonical import canonical_json

EXTRA_BYTES = 64 * 1024
PREVIEW_CHARACTERS = 200
PREVIEW_STEPS = 10


def verdict(findings: Findings, dry_run: bool) -> str:
    """One sentence: refused and why, or accepted, with what to know."""
    if findings.errors:
        where = counted(len(findings.files), "file")
        return f"Refused: {counted(findings.errors, 'problem')} in {where}. Nothing was stored."
    warnings = findings.total
    noted = f", with {counted(warnings, 'warning')}" if warnings else ""
    if dry_run:
        return f"Dry run passed{noted}. Nothing was stored; upload it without dry run to do so."
    return f"Accepted{noted}."


def counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def counts_of(findings: Findings, opened: OpenArchive | None, tally: Tally) -> dict[str, Any]:
    """Counts of problems, and what the archive says and holds, as JSON."""
    problems = {
        "errors": findings.errors,
        "warnings": findings.total - findings.errors,
        "listed": len(findings.problems),
        "by_code": dict(findings.by_code),
        "lines": tally.lines,
    }
    return problems | (_manifest(opened) | _coverage(opened, tally) if opened else {})


def _manifest(opened: OpenArchive) -> dict[str, Any]:
    manifest = opened.manifest
    extra = dict(manifest.extra)
    return {
        "title": manifest.title,
        "description": manifest.description,
        "licence": manifest.licence,
        "bundle": manifest.bundle.ref if manifest.bundle else None,
        "extra": extra if len(canonical_json(extra)) <= EXTRA_BYTES else {},
    }


def _coverage(opened: OpenArchive, tally: Tally) -> dict[str, Any]:
    coverage = [
        {
            "agent": run.agent,
            **_terms(run),
            "episodes": tally.episodes(run),
            "tasks": len(tally.covered(run)),
            "of": opened.facts.tasks_of(run) if opened.facts else 0,
        }
        for run in sorted(tally.attempts)
    ]
    return {
        "episodes": sum(row["episodes"] for row in coverage),
        "coverage": coverage,
        "preview": [_preview(record) for record in tally.first],
    }


def _terms(run: RunKey) -> dict[str, Any]:
    if run.budget_label:
        return {"budget_label": str(run.budget_label)}
    return {"budget_label": "", "description": run.description, "repeat": run.repeat}


def _preview(record: EpisodeRecord) -> dict[str, Any]:
    answer = record.answer
    measures = {"reward": record.reward, "cost_usd": record.cost_usd}
    return {
        "agent": record.agent,
        "task_id": record.task_id,
        **_terms(record.run_key),
        "attempt": record.attempt,
        "status": record.status.value,
        "abstained": record.abstained,
        "answer": answer if answer is None else answer[:PREVIEW_CHARACTERS],
        "actions": [step.action for step in record.steps[:PREVIEW_STEPS]],
        "steps": record.steps_total,
        **(measures if record.is_metered else {}),
    }
