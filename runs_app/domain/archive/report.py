"""What checking an archive found, as sentences and numbers for its page and the API."""

from typing import Any

from runs_app.domain.archive.findings import Findings
from runs_app.domain.archive.reader import OpenArchive
from runs_app.domain.archive.tally import Tally


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
    """Counts of problems, of what the archive holds, and its coverage by agent and label."""
    counts: dict[str, Any] = {
        "errors": findings.errors,
        "warnings": findings.total - findings.errors,
        "listed": len(findings.problems),
        "by_code": dict(findings.by_code),
        "lines": tally.lines,
    }
    if opened and opened.facts:
        counts["coverage"] = [
            {
                "agent": agent,
                "budget_label": label,
                "episodes": tally.episodes(agent, label),
                "tasks": len(tally.covered(agent, label)),
                "of": len(opened.facts.families),
            }
            for agent, label in tally.attempts
        ]
        counts["episodes"] = sum(row["episodes"] for row in counts["coverage"])
    if opened:
        manifest = opened.manifest
        counts["title"] = manifest.title
        counts["description"] = manifest.description
        counts["licence"] = manifest.licence
        counts["bundle"] = manifest.bundle.ref if manifest.bundle else None
    return counts
