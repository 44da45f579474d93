"""Whether a sound line, and an archive as a whole, fit the manifest and the bundle."""

import math
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from runs_app.domain.archive.contents import MANIFEST, Contents, is_episode_file
from runs_app.domain.archive.episode_line import ParsedLine
from runs_app.domain.archive.facts import BundleFacts
from runs_app.domain.archive.findings import Findings, Place
from runs_app.domain.archive.limits import RUNS_OF_AN_ARCHIVE
from runs_app.domain.archive.manifest import Manifest
from runs_app.domain.archive.meter_checks import (
    UNKNOWN_DESCRIPTION,
    check_measures,
    check_repeat,
    wanted_meter_runs,
)
from runs_app.domain.archive.names import examples, quoted
from runs_app.domain.archive.tally import Tally
from runs_app.domain.episode import AgentSpec, EpisodeRecord, EpisodeStatus, RunKey, Track
from runs_app.domain.workspace import execution_proxy
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.prices import Action, PriceSchedule

UNITS_TOLERANCE = 1e-6
Reference = tuple[str, Collection[str] | None, str, str]
"""A key, what there is of it (None: not known), the problem's code, and who should have it."""


def check_files(manifest: Manifest, contents: Contents, findings: Findings) -> None:
    """Whether what the manifest lists is there, and what is there is listed."""
    present = {name for parts in contents.files if (name := contents.name_of(parts))}
    outside = ["/".join(parts) for parts in contents.files if contents.name_of(parts) is None]
    listed = set(manifest.files or ())
    for name in sorted(listed - present):
        findings.add("missing_file", f"The archive has no file {quoted(name)}.", name)
    for name in sorted((present - listed - {MANIFEST}) | set(outside)):
        if name.endswith(".jsonl") and manifest.files is not None:
            findings.add("unlisted_file", "The manifest does not list this file.", name)
        elif not is_episode_file(name):
            findings.add("ignored_file", "This file is not read.", name)


def check_line(line: ParsedLine, manifest: Manifest, facts: BundleFacts | None) -> None:
    """Whether what a line refers to exists: agent, task, and what its bundle's kind asks for."""
    references: tuple[Reference, ...] = (
        ("agent", manifest.agents, "unknown_agent", "The manifest"),
        ("task_id", facts.families if facts else None, "unknown_task", "The bundle"),
    )
    if manifest.kind is BundleKind.METER:
        known = facts.descriptions if facts else None
        _check_references(line, (*references, ("description", known, *UNKNOWN_DESCRIPTION)))
        check_repeat(line, manifest)
        return
    label = ("budget_label", manifest.budget_labels, "unknown_label", "The manifest")
    _check_references(line, (references[0], label, references[1]))
    if facts:
        for code, message in _step_problems(line.values.get("steps", ()), facts.spec.prices):
            line.place.add(code, message)


def _check_references(line: ParsedLine, references: Iterable[Reference]) -> None:
    values = line.values
    for key, known, code, owner in references:
        if known is not None and key in values and values[key] not in known:
            line.place.add(code, f"{owner} has no `{key}` {quoted(values[key])}.")


def check_record(record: EpisodeRecord, place: Place, agent: AgentSpec, facts: BundleFacts) -> None:
    """What only an episode without errors can be asked."""
    if record.is_metered:
        check_measures(record, place)
    else:
        _check_priced(record, place, agent, facts)


def _check_priced(
    record: EpisodeRecord, place: Place, agent: AgentSpec, facts: BundleFacts
) -> None:
    """Evidence, measurements and units."""
    documents = facts.documents.get(record.task_id, frozenset())
    strange = sorted({id_ for step in record.steps for id_ in step.evidence} - documents)
    if strange:
        place.add("unknown_evidence", f"No documents of the task: {examples(strange)}.")
    measured = agent.track is Track.WORKSPACE
    if measured and record.workspace is None and record.status is EpisodeStatus.COMPLETED:
        place.add("missing_workspace", "A completed episode of track workspace needs `workspace`.")
    units = _units(record, measured, facts.spec.prices)
    reported = record.reported_units
    if None not in (units, reported) and not _same(units, reported):
        place.add("units_differ", f"`reported_units` is {reported:g}; recomputed it is {units:g}.")


def check_totals(
    manifest: Manifest, facts: BundleFacts | None, tally: Tally, findings: Findings
) -> None:
    """Counts and coverage; of an archive with errors only whether it has episodes at all."""
    if not tally.lines and not findings.errors:
        findings.add("no_episodes", "The archive holds no episodes.")
    if len(tally.attempts) > RUNS_OF_AN_ARCHIVE:
        message = (
            f"The episodes make {len(tally.attempts):,} runs, more than {RUNS_OF_AN_ARCHIVE:,}."
        )
        findings.add("too_many_runs", message)
    if findings.errors or facts is None:
        return
    covered = tally.tasks_by_family(facts.families)
    for family, given in manifest.family_counts.items():
        if given not in (facts.spec.counts.get(family, 0), covered[family]):
            message = f"`family_counts.{family}` is {given}; {covered[family]} tasks are covered."
            findings.add("count_mismatch", message, MANIFEST)
    for run, tasks in _wanted_runs(manifest, facts, tally):
        missing = sorted(set(tasks) - tally.covered(run))
        if missing:
            message = f"{quoted(run.agent)} {run.terms} lacks {len(missing)} of {len(tasks)} tasks"
            findings.add("missing_tasks", f"{message}: {examples(missing)}.")


def _wanted_runs(
    manifest: Manifest, facts: BundleFacts, tally: Tally
) -> Iterator[tuple[RunKey, Collection[str]]]:
    """The runs that an archive should hold in full, with the tasks of each."""
    if manifest.kind is BundleKind.METER:
        yield from wanted_meter_runs(manifest, facts, tally)
        return
    for agent in manifest.agents or ():
        for label in manifest.budget_labels or ():
            yield RunKey(agent, label), facts.families.keys()


def _step_problems(steps: Any, prices: PriceSchedule) -> Iterator[tuple[str, str]]:
    """Each unknown action and tier of an episode, once."""
    seen: set[tuple[str, str | None]] = set()
    for number, step in enumerate(steps, start=1):
        key = (step.action, step.tier)
        if key in seen:
            continue
        seen.add(key)
        if not prices.knows(step.action):
            yield "unknown_action", f"Step {number}: no price for action {quoted(step.action)}."
        elif step.action == Action.RUN_MODEL and step.tier not in prices.tiers:
            yield "unknown_tier", f"Step {number}: no price for tier {quoted(str(step.tier))}."


def _units(record: EpisodeRecord, measured: bool, prices: PriceSchedule) -> float | None:
    """The episode's cost in its track's cost basis; None where it is unknown."""
    if measured:
        return execution_proxy(record.workspace) if record.workspace else None
    return prices.total((step.action, step.tier) for step in record.steps)


def _same(units: float | None, reported: float | None) -> bool:
    return math.isclose(units or 0, reported or 0, rel_tol=UNITS_TOLERANCE, abs_tol=UNITS_TOLERANCE)
