"""Opening runs of the site's own agents, and ending runs early."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from runs_app.domain.episode import AgentSpec
from runs_app.domain.judging import EXACT
from runs_app.domain.roster import SITE_AGENTS
from runs_app.models import Agent, Chunk, Run
from runs_app.signals import run_scored
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.errors import Conflict, NotAllowed, Problem, Refused
from tasks_app.domain.families import BudgetLabel
from tasks_app.queries import bundle_spec, task_families

UNFINISHED = (Run.Status.QUEUED, Run.Status.RUNNING, Run.Status.JUDGING)


@transaction.atomic
def open_run(
    bundle_id: int,
    agent_name: str,
    budget_label: str,
    owner: Any = None,
    task_ids: Sequence[str] | None = None,
) -> Run:
    """A queued run of one of the site's agents, planned in chunks; the caller enqueues it.

    ``task_ids`` limits it to some tasks. Raises Refused for an unknown agent, label or task.
    """
    known = _executable_tasks(bundle_id)
    _check(agent_name, budget_label, task_ids, known)
    chosen = [task_id for task_id in known if task_ids is None or task_id in set(task_ids)]
    run = Run.objects.create(
        bundle_id=bundle_id,
        agent=ensure_agent(SITE_AGENTS[agent_name].spec, owner=None),
        owner=owner,
        budget_label=budget_label,
        task_ids=None if task_ids is None else chosen,
        judge=EXACT.name,
        tasks_total=len(chosen),
    )
    _plan(run, chosen)
    return run


def ensure_agent(spec: AgentSpec, owner: Any) -> Agent:
    """The agent row of ``spec`` and owner (None: the site), made where there is none yet."""
    agent, _ = Agent.objects.get_or_create(
        owner=owner,
        identity=spec.identity,
        defaults={
            "name": spec.name,
            "track": spec.track,
            "model": spec.model,
            "scaffold": spec.scaffold,
            "prompt": spec.prompt,
            "composite_mode": spec.composite_mode,
            "url": spec.url,
        },
    )
    return agent


def cancel_run(run_id: UUID | str, user: Any) -> None:
    """End an unfinished run; a chunk at work is its last. Raises NotAllowed or Conflict."""
    _check_may_end(run_id, user)
    _end(
        run_id,
        UNFINISHED,
        Run.Status.CANCELLED,
        f"Cancelled by {user.username}; episodes already executed are kept.",
    )


def withdraw_run(run_id: UUID | str, user: Any) -> None:
    """Take a scored run off the boards; an older one takes its place.

    Raises NotAllowed or Conflict.
    """
    run = _check_may_end(run_id, user)
    with transaction.atomic():
        _end(run_id, (Run.Status.SCORED,), Run.Status.WITHDRAWN, f"Withdrawn by {user.username}.")
        announce(run)


def fail_run(run_id: UUID | str, reason: str) -> bool:
    """End an unfinished run as failed, with a sentence; False if it was over already."""
    now = timezone.now()
    unfinished = Run.objects.filter(pk=run_id, status__in=UNFINISHED)
    return bool(
        unfinished.update(status=Run.Status.FAILED, reason=reason, touched_at=now, finished_at=now)
    )


def note_resumption(run_id: UUID | str) -> None:
    """Count that a run was put back in the queue; any progress sets the count back to 0."""
    Run.objects.filter(pk=run_id, status__in=UNFINISHED).update(
        resumptions=F("resumptions") + 1, touched_at=timezone.now()
    )


def announce(run: Run) -> None:
    """Tell apps downstream, on commit, that the public scores of a bundle changed."""
    transaction.on_commit(lambda: run_scored.send(sender=Run, bundle_id=run.bundle_id))


def _executable_tasks(bundle_id: int) -> tuple[str, ...]:
    if bundle_spec(bundle_id).kind is not BundleKind.ECONOMIC:
        hint = "Upload episodes of a meter bundle as an archive."
        problem = Problem("not_executable", "Only economic bundles are executed here.", hint)
        raise Refused([problem])
    return tuple(task_families(bundle_id))


def _check(
    agent_name: str, budget_label: str, task_ids: Sequence[str] | None, known: Sequence[str]
) -> None:
    problems = []
    if agent_name not in SITE_AGENTS:
        hint = f"One of {', '.join(SITE_AGENTS)}."
        problems.append(Problem("unknown_agent", "The site has no such agent.", hint))
    if budget_label not in set(BudgetLabel):
        hint = f"One of {', '.join(BudgetLabel)}."
        problems.append(Problem("unknown_budget_label", "There is no such budget label.", hint))
    problems += [
        Problem("unknown_task", "The bundle has no such task.", task_id=task_id)
        for task_id in task_ids or ()
        if task_id not in known
    ]
    if task_ids is not None and not task_ids:
        problems.append(Problem("no_tasks", "The list of tasks is empty.", "Leave it out for all."))
    if problems:
        raise Refused(problems)


def _plan(run: Run, task_ids: Sequence[str]) -> None:
    size = settings.RUN_CHUNK_TASKS
    starts = range(0, len(task_ids), size)
    Chunk.objects.bulk_create(
        Chunk(run=run, number=number, task_ids=task_ids[start : start + size])
        for number, start in enumerate(starts, start=1)
    )


def _check_may_end(run_id: UUID | str, user: Any) -> Run:
    run = Run.objects.get(pk=run_id)
    if not (user.is_maintainer or (run.owner_id is not None and run.owner_id == user.pk)):
        raise NotAllowed("Only the run's owner or a maintainer may do this.")
    return run


def _end(run_id: UUID | str, before: Sequence[str], after: str, reason: str) -> None:
    now = timezone.now()
    changed = Run.objects.filter(pk=run_id, status__in=before).update(
        status=after, reason=reason, touched_at=now, finished_at=now
    )
    if not changed:
        status = Run.objects.values_list("status", flat=True).get(pk=run_id)
        raise Conflict(f"The run is {status}; it cannot become {after}.")
