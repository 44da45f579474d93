"""A site with something of everything, and a string planted in every field of every oracle."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile

from audit_app.actions import close_audit, open_audit
from audit_app.tests.audits import design, label_next
from leaderboard_app.actions import calibrate_bundle, publish_snapshot
from runs_app.actions import archives
from runs_app.actions.candidates import add_candidates
from runs_app.domain.candidate_rows import CandidateRow
from runs_app.domain.roster import SITE_AGENTS
from runs_app.models import Archive, Episode
from runs_app.tests.archives import ArchiveDraft
from runs_app.tests.factories import executed_run
from runs_app.tests.meter_archives import MeterDraft, agent, line, one_agent
from runs_app.tests.people import person
from tasks_app.actions import import_bundle, store_price_book
from tasks_app.domain.bundle_format import manifest_to_json, sealed, task_to_json
from tasks_app.domain.task_spec import Oracle, Source, Trace
from tasks_app.models import Bundle, Task
from tasks_app.queries import bundle_spec
from tasks_app.tests.factories import mini_bundle
from tasks_app.tests.meter_bundles import SOURCES, meter_bundle
from tasks_app.tests.price_books import small_book

PLANTED = "PLANTED"
PLANTED_UNITS = 7777.125
"""No amount of the site comes near it."""
METER_TASKS = 3
PLANTED_TRACE = Trace((f"{PLANTED} action",), PLANTED_UNITS)


@dataclass(frozen=True)
class Site:
    """People, and the ids of something of every kind."""

    submitter: Any
    maintainer: Any
    reviewer: Any
    ids: dict[str, str]


def populated_site() -> Site:
    """Runs of every agent, two archives (one rejected), their publication, and a closed audit;
    and a meter bundle with a calibrated grid and a candidate description that leaks its hidden
    evaluation."""
    meter_id = planted_meter_bundle()
    bundle_id = planted_mini_bundle()  # the newest is the one that boards open with
    store_price_book(small_book())
    submitter, maintainer = person("sam", is_submitter=True), person("mia", is_maintainer=True)
    candidate_id = leaking_candidate(meter_id, submitter)
    for draft in (meter_draft(meter_id), second_meter_draft(meter_id)):
        uploaded(draft, submitter)
    calibrate_bundle(meter_id, maintainer)
    grids = publish_snapshot(meter_id)
    for name in SITE_AGENTS:
        executed_run(name)
    run = executed_run("LexicalEager", "loose")
    archive = uploaded(ArchiveDraft(), submitter)
    uploaded(broken_draft(), submitter)
    snapshot = publish_snapshot(bundle_id)
    reviewer = person("rita", is_reviewer=True)
    audit = open_audit(design(run, size=2), maintainer)
    item_id = label_next(audit, reviewer)
    close_audit(audit.pk, maintainer)
    return Site(
        submitter,
        maintainer,
        reviewer,
        {
            "audit_id": str(audit.pk),
            "item_id": str(item_id),
            "archive_id": str(archive.pk),
            "run_id": str(run.pk),
            "episode_id": str(Episode.objects.filter(run=run).first().pk),
            "digest": snapshot.digest,
            "meter_digest": grids.digest,
            "candidate_id": str(candidate_id),
            "name": "mini",
            "version": "1",
            "task_id": Task.objects.filter(bundle_id=bundle_id).first().task_id,
        },
    )


def planted_meter_bundle() -> int:
    """Three tasks of the meter bundle, with more in their hidden evaluation."""
    planted_tasks = [
        replace(task, source={**task.source, "evaluation": [*task.source["evaluation"], PLANTED]})
        for task in meter_bundle(METER_TASKS).meter_tasks
    ]
    return import_bundle(sealed(meter_bundle(METER_TASKS).spec, meter_tasks=planted_tasks))


def meter_draft(bundle_id: int) -> ArchiveDraft:
    """Episodes of the planted meter bundle: one with a step, and one that nobody graded."""
    lines = [line("m00", steps=[{"action": "bash"}]), line("m01", reward=None)]
    return one_agent(lines, bundle=bound_to(bundle_id))


def second_meter_draft(bundle_id: int) -> ArchiveDraft:
    """Another configuration, which passes every task: with it the bundle can be calibrated. Both
    pass every task in its other wordings too, so that these can be compared."""
    first, second = agent(), agent("model-b", "cli-y")
    tried = {"original": (second,), **dict.fromkeys(("generic", *SOURCES), (first, second))}
    lines = [
        line(f"m{number:02d}", agent=one["name"], description=wording)
        for wording, agents in tried.items()
        for one in agents
        for number in range(METER_TASKS)
    ]
    return MeterDraft(lines, {"bundle": bound_to(bundle_id)}, agents=[first, second])


def bound_to(bundle_id: int) -> dict[str, str]:
    """How a manifest names the bundle that its episodes are of."""
    spec = bundle_spec(bundle_id)
    names = ("name", "version", "tasks_sha256", "canonical_sha256")
    return {name: getattr(spec, name) for name in names}


def planted_mini_bundle() -> int:
    """The mini bundle with other oracles, stored past the gates that would refuse them."""
    bundle = mini_bundle()
    spec = bundle.spec
    record = Bundle.objects.create(
        name=spec.name,
        version=spec.version,
        kind=spec.kind,
        title=spec.title,
        manifest=manifest_to_json(spec),
        tasks_sha256=spec.tasks_sha256,
        canonical_sha256=spec.canonical_sha256,
        task_count=len(bundle.tasks),
    )
    for position, task in enumerate(bundle.tasks):
        Task.objects.create(
            bundle=record,
            task_id=task.task_id,
            position=position,
            family=task.family,
            spec=task_to_json(replace(task, oracle=planted(task.oracle))),
        )
    return int(record.pk)


def planted(oracle: Oracle) -> Oracle:
    """All of an oracle that can be told apart from what is public."""
    return replace(
        oracle,
        answer=None if oracle.answer is None else f"{PLANTED} answer",
        aliases=(f"{PLANTED} alias",),
        support=(*oracle.support, f"{PLANTED} support"),
        rationale=f"{PLANTED} rationale",
        canonical=PLANTED_TRACE,
        contrast=PLANTED_TRACE,
        source=Source(*(f"{PLANTED} {f.name}" for f in fields(Source))),
    )


def leaking_candidate(bundle_id: int, owner: Any) -> UUID:
    """A candidate whose only fault is known to the evaluator."""
    text = "In m01.txt, write the sum of the column amount, hidden evaluator string of m01.csv."
    row = CandidateRow("m01", "model-a x cli-x", text)
    (candidate,) = add_candidates(bundle_id, [row], owner).candidates
    return candidate.pk


def uploaded(draft: ArchiveDraft, owner: Any) -> Archive:
    archive = archives.receive_archive(ContentFile(draft.zip(), "mine.zip"), owner)
    archives.ingest_archive(archive.pk)
    archive.refresh_from_db()
    return archive


def broken_draft() -> ArchiveDraft:
    draft = ArchiveDraft()
    draft.lines[0] = b"{"
    draft.lines[1] = json.dumps(draft.lines[1] | {"steps": [{"action": "dance"}]}).encode()
    return draft
