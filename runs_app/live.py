"""How a run is getting on, for its page and for the script that keeps the page current."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from runs_app import queries
from runs_app.domain.episode import EpisodeStatus
from runs_app.models import Episode, Run
from tasks_app.domain.numbers import amount_text, count_text, seconds_text

ERRORS = (
    EpisodeStatus.AGENT_ERROR,
    EpisodeStatus.AGENT_TIMEOUT,
    EpisodeStatus.INFRASTRUCTURE_ERROR,
)
STATUS_WORDS = {
    "queued": "Waiting for a worker.",
    "running": "A worker is executing it.",
    "judging": "The answers are being judged.",
}


@dataclass(frozen=True)
class LatestEpisode:
    task_id: str
    href: str
    status: str
    steps: int


@dataclass(frozen=True)
class Live:
    """The state of a run; texts are for people. ``errors`` are [class, episodes]."""

    status: str
    is_over: bool
    reason: str
    done: int
    total: int
    done_text: str
    rate_text: str
    remaining_text: str
    errors: list[tuple[str, int]]
    latest: list[LatestEpisode]

    @property
    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def live(run: Run) -> Live:
    """The state of ``run`` now; two queries."""
    rate = rate_per_second(run, timezone.now())
    left = run.tasks_total - run.episodes_done
    counts = queries.status_counts(run.pk)
    return Live(
        status=run.status,
        is_over=run.is_over,
        reason=run.reason or STATUS_WORDS.get(run.status, ""),
        done=run.episodes_done,
        total=run.tasks_total,
        done_text=f"{count_text(run.episodes_done)} of {count_text(run.tasks_total)} tasks",
        rate_text=f"{amount_text(round(rate, 1))} a second" if rate else "not known yet",
        remaining_text=seconds_text(left / rate) if rate else "not known yet",
        errors=[(name.replace("_", " "), counts[name]) for name in ERRORS if name in counts],
        latest=[_latest(episode) for episode in queries.latest_episodes(run.pk)],
    )


def rate_per_second(run: Run, now: datetime) -> float | None:
    """Tasks done a second since a worker began; None before the first and after the last."""
    if run.started_at is None or run.is_over or not run.episodes_done:
        return None
    return run.episodes_done / max((now - run.started_at).total_seconds(), 0.001)


def _latest(episode: Episode) -> LatestEpisode:
    return LatestEpisode(
        task_id=episode.task_id,
        href=reverse("episode-detail", args=[episode.pk]),
        status=episode.status.replace("_", " "),
        steps=episode.step_count,
    )
