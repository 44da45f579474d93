"""Deriving the scores of a run's episodes from what is stored, and announcing them."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Collate
from django.utils import timezone

from runs_app.actions.judging import judge_run
from runs_app.actions.measuring import measured
from runs_app.actions.runs import announce, fail_run
from runs_app.domain.episode import Track, Verdict
from runs_app.domain.measures import MEASURES_VERSION
from runs_app.domain.scoring import SCORING_VERSION, EpisodeScore, score_episode
from runs_app.models import Chunk, Episode, JudgeLabel, Run
from runs_app.queries.episodes import episode_record
from tasks_app.domain.canonical import canonical_json
from tasks_app.domain.errors import Conflict
from tasks_app.queries import bundle_spec, task_specs

BATCH = 500
MOST_ATTEMPTS = 5
SCORABLE = (Run.Status.JUDGING, Run.Status.SCORED)

STORE_SCORES = """
UPDATE runs_app_episode AS episode SET
    units = score.units, budget = score.budget, within_budget = score.within_budget,
    over_step = score.over_step, grounded = score.grounded, composite = score.composite,
    tier = coalesce(score.tier, ''), correct = score.correct, strict = score.strict,
    failure_stage = coalesce(score.failure_stage, '')
FROM jsonb_to_recordset(%s::jsonb) AS score(
    id uuid, units float, budget float, within_budget boolean, over_step integer,
    grounded boolean, composite integer, tier text, correct boolean, strict boolean,
    failure_stage text)
WHERE episode.id = score.id
"""


def finish_run(run_id: UUID | str) -> bool:
    """Judge and score a run whose chunks are all done; False if it is not that far, or over.

    Safe to call at any time and from several workers: one of them does it.
    """
    if not Chunk.objects.filter(run_id=run_id, done=False).exists():
        executed = Run.objects.filter(pk=run_id, status=Run.Status.RUNNING)
        executed.update(status=Run.Status.JUDGING, touched_at=timezone.now())
    if not _begin(run_id):
        return False
    try:
        with transaction.atomic():
            return _locked(run_id) is not None and _judge_and_score(run_id)
    except Exception as error:
        # Its message stays in the worker's log: evaluator code may quote the oracle in it.
        reason = f"{type(error).__name__} (its worker's log has the message)"
        Run.objects.filter(pk=run_id, status=Run.Status.JUDGING).update(reason=reason)
        raise


def _judge_and_score(run_id: UUID | str) -> bool:
    if not Run.objects.get(pk=run_id).is_metered:
        judge_run(run_id)
    score_run(run_id)
    return True


@transaction.atomic
def _begin(run_id: UUID | str) -> bool:
    """Count the attempt, or end the run where there were too many."""
    run = _locked(run_id)
    if run is None:
        return False
    if run.scoring_attempts >= MOST_ATTEMPTS:
        why = run.reason or "its worker was lost each time"
        fail_run(run_id, f"Scoring failed {run.scoring_attempts} times; the last time: {why}.")
        return False
    Run.objects.filter(pk=run_id).update(scoring_attempts=F("scoring_attempts") + 1)
    return True


def _locked(run_id: UUID | str) -> Run | None:
    """The run, locked for this transaction; None if it is not to be judged, or somebody does."""
    free = Run.objects.select_for_update(skip_locked=True, no_key=True)
    return free.filter(pk=run_id, status=Run.Status.JUDGING).first()


@transaction.atomic
def rejudge_run(run_id: UUID | str, judge_name: str) -> None:
    """Judge a scored run's stored answers by another judge or rubric, and score it by that.

    Raises Refused for an unknown judge and Conflict for a run that is not scored.
    """
    run = Run.objects.select_for_update(no_key=True).get(pk=run_id)
    if run.status != Run.Status.SCORED:
        raise Conflict(f"The run is {run.status}; only a scored run is judged again.")
    if run.is_metered:
        raise Conflict("A run over a meter bundle is measured by its rewards; nobody judges it.")
    judge_run(run_id, judge_name)
    score_run(run_id)


@transaction.atomic
def score_run(run_id: UUID | str) -> None:
    """Derive all scores of a run afresh, whatever was derived before, and announce them.

    Only for runs that are being judged or already scored; for others nothing happens.
    """
    run = Run.objects.select_related("agent").get(pk=run_id)
    if run.status not in SCORABLE:
        return
    scores, now = _scores_of(run), timezone.now()
    Run.objects.filter(pk=run_id, status__in=SCORABLE).update(
        status=Run.Status.SCORED,
        **scores,
        scoring_attempts=0,
        touched_at=now,
        finished_at=run.finished_at or now,
    )
    announce(run)


def _scores_of(run: Run) -> dict[str, str]:
    """What a run's row says of its scores."""
    if run.is_metered:
        measures = measured(run.pk)
        version, digest, summary = MEASURES_VERSION, measures.digest, measures.summary()
    else:
        tally = _score_episodes(run)
        version, digest, summary = SCORING_VERSION, tally.digest.hexdigest(), tally.summary()
    return {"scoring_version": version, "scores_digest": digest, "reason": summary}


class Tally:
    """Counts of a run's scores, and a digest over them in order of task and attempt."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.episodes = self.missing = 0

    def add(self, episode: Episode, score: EpisodeScore) -> None:
        line = [episode.task_id, episode.attempt, episode.status, episode.abstained, asdict(score)]
        self.digest.update(canonical_json(line) + b"\n")
        self.episodes += 1
        self.missing += score.correct is None

    def summary(self) -> str:
        if not self.missing:
            return f"All {self.episodes} episodes are scored."
        return f"{self.missing} of {self.episodes} episodes are missing a verdict or were not run."


def _score_episodes(run: Run) -> Tally:
    tally = Tally()
    episodes = run.episodes.select_related("run__agent")
    in_order = episodes.order_by(Collate("task_id", "C"), "attempt").iterator(chunk_size=BATCH)
    while batch := list(islice(in_order, BATCH)):
        scores = _scores(run, batch)
        _store(batch, scores)
        for episode, score in zip(batch, scores, strict=True):
            tally.add(episode, score)
    return tally


def _scores(run: Run, episodes: Sequence[Episode]) -> list[EpisodeScore]:
    bundle, tasks = bundle_spec(run.bundle_id), task_specs(run.bundle_id)
    track = Track(run.agent.track)
    verdicts = _verdicts(run.judge, episodes)
    return [
        score_episode(
            episode_record(episode),
            tasks[episode.task_id],
            bundle,
            track,
            verdicts.get(episode.pk),
        )
        for episode in episodes
    ]


def _verdicts(judge: str, episodes: Sequence[Episode]) -> dict[UUID, Verdict]:
    """The latest verdict of this site's judge on each episode; submitters' labels don't count."""
    labels = JudgeLabel.objects.filter(
        episode__in=episodes, origin=JudgeLabel.Origin.SITE, judge=judge
    )
    in_order = labels.order_by("created_at", "pk").values_list("episode_id", "verdict")
    return {episode_id: Verdict(verdict) for episode_id, verdict in in_order}


def _store(episodes: Sequence[Episode], scores: Sequence[EpisodeScore]) -> None:
    """One UPDATE for the batch."""
    rows = [{"id": str(e.pk), **asdict(s)} for e, s in zip(episodes, scores, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(STORE_SCORES, [canonical_json(rows).decode()])
