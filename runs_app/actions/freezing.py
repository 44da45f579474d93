"""Choosing the wording that stands for a source, for good: before anybody else gets it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from runs_app.domain.candidate_choice import Choice, Tried, choose
from runs_app.domain.descriptions import ORIGINAL
from runs_app.models import Candidate, FrozenDescription
from runs_app.queries.source_trials import Trials, source_trials
from runs_app.signals import descriptions_frozen
from tasks_app.domain.errors import Conflict, NotAllowed
from tasks_app.queries import meter_tasks


@dataclass(frozen=True)
class Freezing:
    """What was frozen, and why other tasks were not: sentences by task id."""

    frozen: tuple[FrozenDescription, ...]
    waiting: dict[str, str]


@transaction.atomic
def freeze_descriptions(
    bundle_id: int, source: str, user: Any, task_ids: Sequence[str] = ()
) -> Freezing:
    """Freeze the tasks whose accepted candidates have all been tried by their source.

    ``task_ids`` limits it to some; those named are frozen even where some candidate was never
    tried, which then cannot be chosen. Raises NotAllowed (no maintainer) and Conflict (frozen in
    the meantime).
    """
    if user is not None and not user.is_maintainer:
        raise NotAllowed("Only maintainers may freeze descriptions.")
    candidates = _candidates(bundle_id, source, task_ids)
    names = {task_id: [c.name for c in given] for task_id, given in candidates.items()}
    trials = source_trials(bundle_id, source, names)
    waiting = {
        task_id: reason
        for task_id, tried in trials.items()
        if (reason := _not_yet(tried, is_asked_for=task_id in task_ids))
    }
    rows = [
        _row(bundle_id, source, task_id, candidates[task_id], tried, user)
        for task_id, tried in trials.items()
        if task_id not in waiting
    ]
    if rows:
        transaction.on_commit(
            lambda: descriptions_frozen.send(sender=FrozenDescription, bundle_id=bundle_id)
        )
    return Freezing(_stored(rows), waiting)


def _stored(rows: Sequence[FrozenDescription]) -> tuple[FrozenDescription, ...]:
    try:
        with transaction.atomic():
            return tuple(FrozenDescription.objects.bulk_create(rows))
    except IntegrityError as error:
        raise Conflict("Some of these were frozen in the meantime.") from error


def _candidates(bundle_id: int, source: str, task_ids: Sequence[str]) -> dict[str, list[Candidate]]:
    """The accepted candidates by task, oldest first; tasks that are frozen already left out."""
    frozen = FrozenDescription.objects.filter(bundle_id=bundle_id, source=source)
    done = set(frozen.values_list("task_id", flat=True))
    rows = Candidate.objects.filter(bundle_id=bundle_id, source=source, accepted=True)
    found: dict[str, list[Candidate]] = {key: [] for key in task_ids if key not in done}
    for candidate in rows.order_by("created_at", "pk"):
        if candidate.task_id not in done and (not task_ids or candidate.task_id in task_ids):
            found.setdefault(candidate.task_id, []).append(candidate)
    return found


def _not_yet(trials: Trials, is_asked_for: bool) -> str:
    """Why a task cannot be frozen yet; empty where it can."""
    if trials.by_name[ORIGINAL].reward is None:
        return "The source has no public episode under the original that counts."
    untried = sum(tried.reward is None for tried in trials.by_name.values())
    if untried and not is_asked_for:
        return f"{untried} accepted candidate(s) have not been tried by the source."
    return ""


def _row(
    bundle_id: int,
    source: str,
    task_id: str,
    candidates: list[Candidate],
    trials: Trials,
    user: Any,
) -> FrozenDescription:
    original = trials.by_name[ORIGINAL]
    choice = choose(original, [trials.by_name[candidate.name] for candidate in candidates])
    chosen = next((c for c in candidates if choice.chosen and c.name == choice.chosen.key), None)
    task = meter_tasks(bundle_id)[task_id]
    return FrozenDescription(
        bundle_id=bundle_id,
        task_id=task_id,
        source=source,
        text=chosen.text if chosen else task.descriptions.original,
        candidate=chosen,
        reason=choice.reason,
        evidence=_evidence(original, choice, trials.pricing),
        frozen_by=user,
    )


def _evidence(original: Tried[str], choice: Choice[str], pricing: str) -> dict[str, Any]:
    """What the public may check. Candidates that were not chosen are not told of: which ones
    were accepted is for maintainers."""
    compared = [original, *([choice.chosen] if choice.chosen else [])]
    return {
        "pricing": pricing,
        "compared": [
            {
                "description": tried.key,
                "reward": tried.reward,
                "cost_usd": tried.cost,
                "episodes": list(tried.episodes),
            }
            for tried in compared
        ],
    }
