"""What a run's episodes come to: counts by family and status, read in one query each."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Sum

from runs_app.domain.episode import EpisodeStatus
from runs_app.models import Episode

LATEST_EPISODES = 5


@dataclass(frozen=True)
class Tally:
    """Counts of tasks by their latest attempt that is not an infrastructure error.

    ``judged`` have a verdict or need none; ``lenient`` are correct whatever was spent; ``units``
    is the sum over the ``priced``, in the agent's cost basis.
    """

    attempted: int = 0
    judged: int = 0
    strict: int = 0
    lenient: int = 0
    within_budget: int = 0
    abstained: int = 0
    priced: int = 0
    units: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        names = [field.name for field in fields(self)]
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def mean_units(self) -> float | None:
        """Mean cost of an attempt; None where no cost is known."""
        return self.units / self.priced if self.priced else None


def family_tallies(run_id: UUID) -> dict[str, Tally]:
    """A tally for each family that the run has attempted; one query."""
    return {family: tally for (_, family), tally in _tallies([run_id]).items()}


def run_tallies(run_ids: Collection[UUID]) -> dict[UUID, Tally]:
    """A tally for each run that has attempted anything; one query for all."""
    totals: dict[UUID, Tally] = {}
    for (run_id, _), tally in _tallies(run_ids).items():
        totals[run_id] = totals.get(run_id, Tally()) + tally
    return totals


def status_counts(run_id: UUID) -> dict[str, int]:
    """How many episodes of a run ended in each status."""
    return _counts(Episode.objects.filter(run_id=run_id), "status")


def failure_counts(run_id: UUID) -> dict[str, int]:
    """How many counted episodes of a run failed at each stage."""
    failed = Episode.objects.filter(pk__in=_counted([run_id])).exclude(failure_stage="")
    return _counts(failed, "failure_stage")


def latest_episodes(run_id: UUID) -> tuple[Episode, ...]:
    """The episodes that a running run stored last, newest first, without their steps."""
    stored = Episode.objects.filter(run_id=run_id).defer("steps", "extra")
    return tuple(stored.order_by(F("finished_at").desc(nulls_last=True), "pk")[:LATEST_EPISODES])


def _tallies(run_ids: Collection[UUID]) -> dict[tuple[UUID, str], Tally]:
    rows = Episode.objects.filter(pk__in=_counted(run_ids)).values_list("run_id", "family")
    counted = rows.annotate(
        attempted=Count("pk"),
        judged=Count("pk", filter=Q(correct__isnull=False)),
        strict_count=Count("pk", filter=Q(strict=True)),
        lenient=Count("pk", filter=Q(correct=True)),
        within=Count("pk", filter=Q(within_budget=True)),
        abstentions=Count("pk", filter=Q(abstained=True)),
        priced=Count("units"),
        total=Sum("units", default=0.0),
    ).order_by()
    return {(run_id, family): Tally(*numbers) for run_id, family, *numbers in counted}


def _counted(run_ids: Collection[UUID]) -> QuerySet[Episode, UUID]:
    """The latest attempt at each task that is not an infrastructure error."""
    scored = Episode.objects.filter(run_id__in=run_ids).exclude(
        status=EpisodeStatus.INFRASTRUCTURE_ERROR
    )
    latest = scored.order_by("run_id", "task_id", "-attempt").distinct("run_id", "task_id")
    return latest.values_list("pk", flat=True)


def _counts(episodes: QuerySet[Episode], field: str) -> dict[str, int]:
    rows: Iterable[tuple[str, int]] = (
        episodes.order_by(field).values_list(field).annotate(count=Count("pk"))
    )
    return dict(rows)
