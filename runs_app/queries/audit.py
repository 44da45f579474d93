"""What a human audit needs of runs: the frame that it samples, and the texts of drawn answers.

The two are apart on purpose: the texts carry no agent, model, judge or verdict, so whoever shows
them has nothing to leak.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from runs_app.domain.episode import CompositeMode
from runs_app.models import Episode, Run
from tasks_app.domain.families import Family
from tasks_app.domain.task_spec import Document
from tasks_app.queries import task_specs

BATCH = 20_000
FRAME = """
SELECT id::text, run_id::text, task_id, family, verdict, rubric, answer_key FROM (
    SELECT DISTINCT ON (episode.id) episode.id, episode.run_id, episode.task_id, episode.family,
        label.verdict, label.rubric, md5(lower(btrim(episode.answer))) AS answer_key
    FROM runs_app_episode AS episode
    JOIN runs_app_judgelabel AS label ON label.episode_id = episode.id
    WHERE episode.run_id = ANY(%(runs)s) AND label.judge = %(judge)s AND label.origin = 'site'
    ORDER BY episode.id, label.created_at DESC, label.id DESC
) AS latest WHERE verdict IN ('correct', 'incorrect')
"""

RUBRICS = """
SELECT DISTINCT rubric FROM (
    SELECT DISTINCT ON (label.episode_id) label.rubric
    FROM runs_app_judgelabel AS label
    JOIN runs_app_episode AS episode ON episode.id = label.episode_id
    WHERE episode.run_id = %s AND label.judge = %s AND label.origin = 'site'
    ORDER BY label.episode_id, label.created_at DESC, label.id DESC
) AS latest
"""


class AuditFrameRow(NamedTuple):
    """An answer that may be drawn: ids as text, the judge's latest verdict and its rubric, and
    ``answer_key``, equal for equal answers but for case and space."""

    episode_id: str
    run_id: str
    task_id: str
    family: str
    verdict: str
    rubric: str
    answer_key: str


@dataclass(frozen=True)
class AuditedRun:
    """A run of an audit: whose it is (None: the site's), which agent's, and who judges it now.

    ``touched_at`` is later whenever its scores are derived anew.
    """

    run_id: UUID
    bundle_id: int
    agent_id: int
    agent: str
    owner_id: int | None
    budget_label: str
    judge: str
    touched_at: datetime


@dataclass(frozen=True)
class AuditTexts:
    """What there is to read of one answer. ``documents`` are all of its task."""

    task_id: str
    question: str
    family: Family
    documents: tuple[Document, ...]
    answer: str


def audited_runs(run_ids: Collection[UUID]) -> tuple[AuditedRun, ...]:
    """The scored runs among ``run_ids`` whose answers a person can judge.

    Oracle controls answer by a constant, which would tell that they are controls: they are out.
    """
    runs = Run.objects.filter(pk__in=list(run_ids), status=Run.Status.SCORED)
    runs = (
        runs.exclude(agent__composite_mode=CompositeMode.ORACLE)
        .select_related("agent")
        .order_by("pk")
    )
    return tuple(
        AuditedRun(
            run_id=run.pk,
            bundle_id=run.bundle_id,
            agent_id=run.agent_id,
            agent=run.agent.name,
            owner_id=run.owner_id,
            budget_label=run.budget_label,
            judge=run.judge,
            touched_at=run.touched_at,
        )
        for run in runs
    )


def audit_frame(run_ids: Collection[UUID], judge: str) -> Iterator[AuditFrameRow]:
    """Every answer of the runs with a readable verdict of ``judge``, in no particular order."""
    with connection.cursor() as cursor:
        cursor.execute(FRAME, {"runs": list(run_ids), "judge": judge})
        while batch := cursor.fetchmany(BATCH):
            yield from map(AuditFrameRow._make, batch)


def judge_rubrics(run_ids: Collection[UUID]) -> dict[UUID, frozenset[str]]:
    """The rubrics of the verdicts by which each run is scored: those that its judge gave last."""
    runs = Run.objects.filter(pk__in=list(run_ids)).values_list("pk", "judge", "touched_at")
    return {run_id: _rubrics(run_id, judge, touched_at) for run_id, judge, touched_at in runs}


@lru_cache(maxsize=1024)
def _rubrics(run_id: UUID, judge: str, touched_at: datetime) -> frozenset[str]:
    """Kept by process: whatever scores a run anew touches it."""
    with connection.cursor() as cursor:
        cursor.execute(RUBRICS, [run_id, judge])
        return frozenset(rubric for (rubric,) in cursor.fetchall())


def runs_of_episodes(episode_ids: Sequence[UUID | str]) -> dict[str, UUID]:
    """The run of each episode; an unknown episode has none."""
    rows = Episode.objects.filter(pk__in=list(episode_ids)).values_list("pk", "run_id")
    return {str(pk): run_id for pk, run_id in rows}


def responses_for_audit(episode_ids: Sequence[UUID | str]) -> dict[str, AuditTexts]:
    """The texts of drawn answers by episode id: without agent, model, judge or verdict."""
    episodes = Episode.objects.filter(pk__in=list(episode_ids))
    rows = list(episodes.values_list("pk", "run__bundle_id", "task_id", "answer"))
    tasks = {bundle_id: task_specs(bundle_id) for bundle_id in {row[1] for row in rows}}
    return {
        str(pk): AuditTexts(
            task_id=task_id,
            question=(task := tasks[bundle_id][task_id]).question,
            family=task.family,
            documents=task.documents,
            answer=answer or "",
        )
        for pk, bundle_id, task_id, answer in rows
    }
