"""What the grid of a meter bundle is made of, as plain values that are quick for hundreds of
thousands of rows."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from runs_app.domain import descriptions
from runs_app.models import Run, Visibility
from runs_app.queries.boards import BoardRun, board_run_values
from runs_app.queries.candidates import added_descriptions
from runs_app.queries.meter_sql import OUTCOMES
from tasks_app.queries import meter_tasks

BATCH = 20_000


@dataclass(frozen=True)
class MeterRun(BoardRun):
    """A public scored run over a meter bundle: one agent under one description and one repeat.

    ``description`` is ``original``, ``generic``, a source configuration or ``candidate:<id>``;
    ``repeat`` counts from 1; ``budget_label`` and ``judge`` are blank.
    """

    description: str
    repeat: int


class MeterOutcome(NamedTuple):
    """One attempt. Unknown is None, which is not 0.

    ``reward`` (0 to 1) is the one that counts: an agent's time-out or error without a reward is 0,
    an infrastructure error or an ungraded episode is None. ``total_tokens`` is input and output
    where the record does not tell it; cached and cache-creation tokens are part of the input.
    """

    run_id: UUID
    task_id: str
    attempt: int
    status: str
    reward: float | None
    total_tokens: int | None
    input_tokens: int | None
    cached_input_tokens: int | None
    cache_creation_tokens: int | None
    output_tokens: int | None
    step_count: int | None
    seconds: float | None
    cost_usd: float | None


def meter_runs(bundle_id: int) -> tuple[MeterRun, ...]:
    """The public scored runs of a meter bundle under every description, oldest first."""
    runs = Run.objects.filter(
        bundle_id=bundle_id, status=Run.Status.SCORED, visibility=Visibility.PUBLIC
    )
    in_order = runs.select_related("agent", "owner").order_by("created_at", "pk")
    return tuple(
        MeterRun(**board_run_values(run), description=run.description, repeat=run.repeat)
        for run in in_order
    )


def meter_outcomes(run_ids: Collection[UUID]) -> Iterator[MeterOutcome]:
    """All attempts of runs, in order of run, task and attempt."""
    by_text = {str(run_id): run_id for run_id in run_ids}  # made once and not for every row
    with connection.cursor() as cursor:
        cursor.execute(OUTCOMES, [list(run_ids)])
        while batch := cursor.fetchmany(BATCH):
            for run_id, *rest in batch:
                yield MeterOutcome(by_text[run_id], *rest)


def known_descriptions(bundle_id: int) -> frozenset[str]:
    """Every name an episode of a meter bundle may give as its description."""
    return frozenset(described_tasks(bundle_id))


def described_tasks(bundle_id: int) -> Mapping[str, frozenset[str]]:
    """Each known description of a meter bundle, with the ids of the tasks that have its text.

    The one place that decides which names are known; what people add here (frozen texts,
    candidates) joins what the bundle itself declares.
    """
    return descriptions.joined(_declared(bundle_id), added_descriptions(bundle_id))


@lru_cache(maxsize=16)
def _declared(bundle_id: int) -> Mapping[str, frozenset[str]]:
    return descriptions.described_tasks(meter_tasks(bundle_id).values())
