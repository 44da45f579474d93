"""Runs and attempts over a meter bundle as values, for the tests of this app."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from leaderboard_app.tests.factories import START
from runs_app.domain.episode import AgentSpec, Track
from tasks_app.domain.price_book import ModelPrice, PriceBook

ARCHIVE_ID = UUID(int=99)
METERED = AgentSpec("agent", Track.IMPORTED, model="model-a", scaffold="cli-x")


@dataclass(frozen=True)
class MeterRunValue:
    """A public scored run over a meter bundle, as runs_app's queries give it."""

    run_id: UUID
    agent_id: int = 1
    spec: AgentSpec = METERED
    owner: str | None = "ann"
    archive_id: UUID | None = ARCHIVE_ID
    budget_label: str = ""
    created_at: datetime = START
    finished_at: datetime | None = START + timedelta(hours=1)
    judge: str = ""
    scoring_version: str = "1"
    scores_digest: str = "0" * 64
    description: str = "original"
    repeat: int = 1


@dataclass(frozen=True)
class MeterOutcomeValue:
    """One attempt as measured: a pass of 1,200 tokens and USD 0.01 unless told otherwise."""

    run_id: UUID
    task_id: str
    attempt: int = 1
    status: str = "completed"
    reward: float | None = 1.0
    total_tokens: int | None = 1200
    input_tokens: int | None = 1000
    cached_input_tokens: int | None = 0
    cache_creation_tokens: int | None = 0
    output_tokens: int | None = 200
    step_count: int | None = 5
    seconds: float | None = 60.0
    cost_usd: float | None = 0.01


def meter_run(number: int, **facts: Any) -> MeterRunValue:
    """Run ``number``, created on day ``number`` of January."""
    created = START + timedelta(days=number)
    return replace(MeterRunValue(UUID(int=number), created_at=created), **facts)


def attempt(number: int, task_id: str = "t1", **facts: Any) -> MeterOutcomeValue:
    """An attempt of run ``number``."""
    return MeterOutcomeValue(UUID(int=number), task_id, **facts)


def price_book(version: int = 1, **usd_per_million: float) -> PriceBook:
    """Models by name (``_`` for ``-``) with one price in USD for every million tokens."""
    prices = {
        name.replace("_", "-"): ModelPrice("USD", usd, None, None, usd)
        for name, usd in usd_per_million.items()
    }
    return PriceBook(version, date(2026, 1, 1), prices, {}, "made by hand")
