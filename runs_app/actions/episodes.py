"""Storing what agents left behind, whichever way it came in."""

from collections.abc import Iterable, Mapping
from itertools import islice
from uuid import UUID

from django.db import transaction

from runs_app.domain.episode import EpisodeRecord
from runs_app.domain.episode_json import part_json, step_json
from runs_app.models import Episode, JudgeLabel

BATCH = 500


@transaction.atomic
def store_episodes(
    run_id: UUID | str, records: Iterable[EpisodeRecord], families: Mapping[str, str]
) -> int:
    """Store the episodes that the run does not have yet, with the labels they came with.

    ``families`` maps task ids to families. Returns how many were new. Memory holds one batch.
    """
    present = set(Episode.objects.filter(run_id=run_id).values_list("task_id", "attempt"))
    new = (record for record in records if (record.task_id, record.attempt) not in present)
    stored = 0
    while batch := list(islice(new, BATCH)):
        rows = [_row(run_id, record, families[record.task_id]) for record in batch]
        Episode.objects.bulk_create(rows)
        _store_reported_labels(rows, batch)
        stored += len(rows)
    return stored


def _row(run_id: UUID | str, record: EpisodeRecord, family: str) -> Episode:
    return Episode(
        run_id=run_id,
        task_id=record.task_id,
        family=family,
        attempt=record.attempt,
        status=record.status,
        answer=record.answer,
        abstained=record.abstained,
        steps=[step_json(step) for step in record.steps],
        step_count=record.steps_total,
        seconds=record.seconds,
        reported_units=record.reported_units,
        workspace=part_json(record.workspace),
        usage=part_json(record.usage),
        cost_usd=record.cost_usd,
        reward=record.reward,
        extra=dict(record.extra),
        started_at=record.started_at,
        finished_at=record.finished_at,
    )


def _store_reported_labels(rows: Iterable[Episode], records: Iterable[EpisodeRecord]) -> None:
    """Keep the labels of an archive as its submitter's; they score nothing here."""
    JudgeLabel.objects.bulk_create(
        JudgeLabel(
            episode=row,
            origin=JudgeLabel.Origin.ARCHIVE,
            judge=label.judge,
            rubric=label.rubric,
            verdict=label.verdict,
            rationale=label.rationale,
        )
        for row, record in zip(rows, records, strict=True)
        for label in record.judge_labels
    )
