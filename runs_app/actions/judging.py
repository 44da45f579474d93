"""Judging stored answers: appends labels, executes nothing, edits nothing."""

from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from runs_app.domain.episode import CompositeMode, EpisodeStatus
from runs_app.domain.judging import JUDGES, Judge
from runs_app.models import Episode, JudgeLabel, Run
from tasks_app.domain.errors import Problem, Refused
from tasks_app.domain.families import Family
from tasks_app.domain.task_spec import TaskSpec
from tasks_app.queries import task_specs

BATCH = 2000


@transaction.atomic
def judge_run(run_id: UUID | str, judge_name: str | None = None) -> int:
    """Label every answer of a run that the judge has not labelled under its present rubric.

    ``judge_name`` None is the run's own judge; another one becomes it. Returns the number of new
    labels. Raises Refused for an unknown judge. Scores change with ``score_run`` only.
    """
    run = Run.objects.select_related("agent").get(pk=run_id)
    judge = _judge_named(judge_name or run.judge)
    Run.objects.filter(pk=run.pk).exclude(judge=judge.name).update(judge=judge.name)
    mode = CompositeMode(run.agent.composite_mode)
    tasks = task_specs(run.bundle_id)
    unlabelled, count = _unlabelled(run, judge).iterator(chunk_size=BATCH), 0
    while batch := list(islice(unlabelled, BATCH)):
        labels = [_label(episode, tasks[episode.task_id], judge, mode) for episode in batch]
        JudgeLabel.objects.bulk_create(labels, ignore_conflicts=True)
        count += len(labels)
    return count


def _judge_named(name: str) -> Judge:
    if name not in JUDGES:
        hint = f"One of {', '.join(JUDGES)}."
        raise Refused([Problem("unknown_judge", "The site has no such judge.", hint)])
    return JUDGES[name]


def _unlabelled(run: Run, judge: Judge) -> QuerySet[Episode]:
    """Answers that need a verdict; a stop-loss task is right or wrong without one."""
    labelled = JudgeLabel.objects.filter(
        episode=OuterRef("pk"),
        origin=JudgeLabel.Origin.SITE,
        judge=judge.name,
        rubric=judge.rubric,
    )
    answers = Episode.objects.filter(run=run, status=EpisodeStatus.COMPLETED, abstained=False)
    answers = answers.exclude(family=Family.STOP).exclude(answer=None).exclude(answer="")
    return answers.filter(~Exists(labelled)).only("task_id", "answer")


def _label(episode: Episode, task: TaskSpec, judge: Judge, mode: CompositeMode) -> JudgeLabel:
    judgement = judge.judge(episode.answer or "", task.oracle, mode)
    return JudgeLabel(
        episode=episode,
        judge=judge.name,
        rubric=judge.rubric,
        verdict=judgement.verdict,
        rationale=judgement.rationale,
        raw=judgement.raw,
    )
