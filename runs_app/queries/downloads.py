"""A run as the parts of an episode archive."""

from collections.abc import Iterator
from dataclasses import replace

from runs_app.domain.archive.writer import ArchiveOf
from runs_app.domain.episode import EpisodeRecord, ReportedLabel, Verdict
from runs_app.models import Episode, JudgeLabel, Run
from runs_app.queries.boards import agent_spec
from runs_app.queries.episodes import episode_record
from tasks_app.queries import bundle_spec

CHUNK_EPISODES = 20  # an episode may have megabytes


def archive_of(run: Run) -> ArchiveOf:
    """What a run's archive says of itself; nothing of the moment or the site it is made at."""
    spec, agent = bundle_spec(run.bundle_id), agent_spec(run.agent)
    labels = (run.budget_label,) if run.budget_label else ()
    title = f"{agent.name} on {spec.ref} {run.key.terms}"
    return ArchiveOf(title, (agent,), spec, labels, run.repeat)


def archive_records(run: Run) -> Iterator[EpisodeRecord]:
    """A run's episodes by task and attempt, each with its judge labels; streamed."""
    episodes = Episode.objects.filter(run=run).select_related("run__agent")
    in_order = episodes.prefetch_related("judge_labels").order_by("task_id", "attempt")
    for episode in in_order.iterator(chunk_size=CHUNK_EPISODES):
        labels = reported_labels(episode.judge_labels.all())
        yield replace(episode_record(episode), judge_labels=labels)


def reported_labels(labels: Iterator[JudgeLabel]) -> tuple[ReportedLabel, ...]:
    """The labels as an archive holds them: one a judge and rubric, this site's before others."""
    in_order = sorted(labels, key=lambda label: label.origin == JudgeLabel.Origin.SITE)
    by_judge = {(label.judge, label.rubric): label for label in in_order}
    return tuple(
        ReportedLabel(judge, rubric, Verdict(label.verdict), label.rationale)
        for (judge, rubric), label in sorted(by_judge.items())
    )
