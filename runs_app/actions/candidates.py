"""Adding candidate descriptions: uploaded, or made by a generator; each meets the gate at once."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from runs_app.domain.candidate_rows import CandidateRow, candidate_problems
from runs_app.domain.descriptions import ORIGINAL
from runs_app.models import Candidate, Episode, FrozenDescription
from runs_app.queries.meter import meter_runs
from runs_app.queries.source_trials import configuration_of
from tasks_app.domain.descriptions.anchors import anchors_of
from tasks_app.domain.descriptions.findings import finding_to_json
from tasks_app.domain.descriptions.gate import GATE_VERSION, check
from tasks_app.domain.descriptions.generator import GenerationRequest, Generator
from tasks_app.domain.descriptions.trajectory import compress
from tasks_app.domain.errors import NotAllowed, Problem, Refused
from tasks_app.domain.meter_task import MeterTask, TaskSet
from tasks_app.queries import meter_tasks

MOST_PER_SOURCE = 20
"""Candidates of one person for one task and source: enough to choose from, too few to search."""


@dataclass(frozen=True)
class Added:
    """What became of candidates: the new ones, and how many were there already."""

    candidates: tuple[Candidate, ...]
    known: int


@transaction.atomic
def add_candidates(
    bundle_id: int,
    rows: Iterable[CandidateRow],
    user: Any,
    origin: str = Candidate.Origin.UPLOAD,
    labels: Mapping[CandidateRow, str] | None = None,
) -> Added:
    """Store candidates with what the gate finds; a text that is there already is left alone.

    ``user`` None is the site. Raises NotAllowed (neither submitter nor maintainer) and Refused
    (unknown task, no configuration, already frozen, too many), in which case none is stored.
    """
    if user is not None and not (user.is_submitter or user.is_maintainer):
        raise NotAllowed("Only people with the submitter role may bring candidates.")
    tasks = meter_tasks(bundle_id)
    rows = tuple(dict.fromkeys(rows))
    known = _known(bundle_id, rows)
    new = [row for row in rows if (row.task_id, row.source, _digest(row.text)) not in known]
    if problems := tuple(_problems(bundle_id, rows, new, user)):
        raise Refused(problems)
    made = [_candidate(bundle_id, tasks[row.task_id], row, user) for row in new]
    for candidate, row in zip(made, new, strict=True):
        candidate.origin, candidate.label = origin, (labels or {}).get(row, "")[:200]
    Candidate.objects.bulk_create(made)
    return Added(tuple(made), len(rows) - len(new))


def generate_candidates(
    bundle_id: int, source: str, generator: Generator, user: Any, task_ids: Sequence[str] = ()
) -> Added:
    """Candidates from the trajectories of a source's original runs; for the tasks of the opt set
    (all, where a bundle has none) that are not frozen, unless ``task_ids`` says otherwise.

    Raises NotAllowed (no maintainer) and Refused (no original run of the source).
    """
    if user is not None and not user.is_maintainer:
        raise NotAllowed("Only maintainers may generate candidates.")
    tasks = _opt_tasks(bundle_id, task_ids)
    frozen = FrozenDescription.objects.filter(bundle_id=bundle_id, source=source)
    done = set(frozen.values_list("task_id", flat=True))
    trajectories = _trajectories(bundle_id, source, [key for key in tasks if key not in done])
    labels: dict[CandidateRow, str] = {}
    for task_id, steps in trajectories.items():
        request = _request(tasks[task_id], source, steps)
        for draft in generator.drafts(request):
            labels[CandidateRow(task_id, source, draft.text)] = draft.label
    return add_candidates(bundle_id, labels, user, generator.origin, labels)


def _request(task: MeterTask, source: str, steps: list[dict[str, Any]]) -> GenerationRequest:
    original = task.descriptions.original
    return GenerationRequest(task.task_id, source, original, anchors_of(task), compress(steps))


def _opt_tasks(bundle_id: int, task_ids: Sequence[str]) -> dict[str, MeterTask]:
    tasks = meter_tasks(bundle_id)
    if task_ids:
        return {key: task for key, task in tasks.items() if key in task_ids}
    opt = {key: task for key, task in tasks.items() if TaskSet.OPT in task.sets}
    return opt or tasks


def _trajectories(
    bundle_id: int, source: str, task_ids: Sequence[str]
) -> dict[str, list[dict[str, Any]]]:
    """The steps of the source's latest original episode of each task."""
    runs = [
        run.run_id
        for run in meter_runs(bundle_id)
        if run.description == ORIGINAL and configuration_of(run) == source
    ]
    if not runs:
        message = f"{source} has no public original run over this bundle."
        raise Refused((Problem("no_original_run", message, "Upload one first."),))
    episodes = Episode.objects.filter(run_id__in=runs, task_id__in=task_ids)
    in_order = episodes.order_by("run__created_at", "attempt").values_list("task_id", "steps")
    return dict(in_order.iterator(chunk_size=50))


def _candidate(bundle_id: int, task: MeterTask, row: CandidateRow, user: Any) -> Candidate:
    report = check(task, row.text)
    return Candidate(
        bundle_id=bundle_id,
        task_id=row.task_id,
        source=row.source,
        text=row.text,
        digest=_digest(row.text),
        gate_version=GATE_VERSION,
        findings=[finding_to_json(finding) for finding in report.findings],
        passes_public=report.passes_public_checks,
        accepted=report.accepted,
        created_by=user,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _known(bundle_id: int, rows: Sequence[CandidateRow]) -> set[tuple[str, str, str]]:
    there = Candidate.objects.filter(bundle_id=bundle_id, task_id__in={row.task_id for row in rows})
    return set(there.values_list("task_id", "source", "digest"))


def _problems(
    bundle_id: int, rows: Sequence[CandidateRow], new: Sequence[CandidateRow], user: Any
) -> Iterator[Problem]:
    """Whatever keeps all of the rows out."""
    tasks = meter_tasks(bundle_id)
    for row in rows:
        yield from candidate_problems(row.task_id, row.source, tasks)
    yield from _frozen_already(bundle_id, rows)
    if user is not None and not user.is_maintainer:
        yield from _too_many(bundle_id, new, user)


def _frozen_already(bundle_id: int, rows: Sequence[CandidateRow]) -> list[Problem]:
    frozen = FrozenDescription.objects.filter(bundle_id=bundle_id)
    done = set(frozen.values_list("task_id", "source"))
    return [
        Problem("frozen", f"{key[0]} is frozen for {key[1]}.", task_id=key[0])
        for key in dict.fromkeys((row.task_id, row.source) for row in rows)
        if key in done
    ]


def _too_many(bundle_id: int, new: Sequence[CandidateRow], user: Any) -> list[Problem]:
    there = Candidate.objects.filter(bundle_id=bundle_id, created_by=user)
    counts = Counter(there.values_list("task_id", "source"))
    counts.update((row.task_id, row.source) for row in new)
    message = f"At most {MOST_PER_SOURCE} candidates of one person for one task and source."
    return [
        Problem(
            "too_many_candidates", message, f"There would be {count} for {key[1]}.", task_id=key[0]
        )
        for key, count in counts.items()
        if count > MOST_PER_SOURCE
    ]
