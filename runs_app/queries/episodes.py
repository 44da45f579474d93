"""Reads of episodes: rows without their steps for lists, and steps a page at a time.

An episode may have thousands of steps and megabytes of observations, so the database cuts both
down before anything travels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from runs_app.domain.episode import EpisodeRecord, EpisodeStatus, Track, Usage, Workspace
from runs_app.domain.episode_json import step_from_json
from runs_app.domain.ledger import Ledger, LedgerLine, price_steps
from runs_app.models import Episode, JudgeLabel
from runs_app.queries.visibility import visible_to
from tasks_app.domain.families import Family
from tasks_app.queries import bundle_spec

Actions = Sequence[tuple[str, str | None]]
STEPS_PER_PAGE = 50
SHOWN_CHARACTERS = 20_000

PRICED_STEPS = """
SELECT step->>'action', step->>'tier'
FROM runs_app_episode, jsonb_array_elements(steps) WITH ORDINALITY AS list(step, number)
WHERE id = %s ORDER BY number
"""
SHOWN_STEPS = """
SELECT number, left(step->>'arguments', %(shown)s), left(step->>'observation', %(shown)s),
       length(step->>'observation'), ARRAY(SELECT jsonb_array_elements_text(step->'evidence')),
       (step->>'seconds')::float
FROM runs_app_episode, jsonb_array_elements(steps) WITH ORDINALITY AS list(step, number)
WHERE id = %(id)s AND number > %(start)s AND number <= %(stop)s ORDER BY number
"""


@dataclass(frozen=True)
class UnpricedLine:
    """A step of a meter bundle, whose actions have no prices."""

    number: int
    action: str
    tier: str | None
    units: None = None
    total: None = None
    went_over: bool = False


@dataclass(frozen=True)
class EpisodeStep:
    """One step as shown: its ledger line, and texts cut to ``SHOWN_CHARACTERS``."""

    line: LedgerLine | UnpricedLine
    arguments: str
    observation: str
    observation_length: int
    evidence: tuple[str, ...]
    seconds: float | None

    @property
    def is_cut(self) -> bool:
        return self.observation_length > len(self.observation)


@dataclass(frozen=True)
class StepPage:
    """Steps of one page (from 1) of an episode, with the ledger of all its steps; None where
    nothing is priced."""

    ledger: Ledger | None
    steps: tuple[EpisodeStep, ...]
    page: int
    pages: int


def visible_episodes(user: Any) -> QuerySet[Episode]:
    """The episodes of runs that ``user`` may see, without their steps."""
    episodes = Episode.objects.filter(visible_to(user, "run__"))
    return episodes.select_related("run__agent", "run__bundle", "run__owner").defer(
        "steps", "extra", "run__task_ids", "run__bundle__manifest"
    )


def step_page(episode: Episode, page: int = 1) -> StepPage:
    """One page of an episode's steps, priced in ledger units by its bundle if that has prices.

    A page beyond the last is the last, one below 1 the first.
    """
    actions = _actions(episode)
    ledger = None if episode.run.is_metered else _ledger(episode, actions)
    lines = ledger.lines if ledger else _unpriced(actions)
    pages = max(1, -(-len(lines) // STEPS_PER_PAGE))
    page = min(max(page, 1), pages)
    bounds = {"start": (page - 1) * STEPS_PER_PAGE, "stop": page * STEPS_PER_PAGE}
    with connection.cursor() as cursor:
        cursor.execute(SHOWN_STEPS, {"id": episode.pk, "shown": SHOWN_CHARACTERS, **bounds})
        steps = tuple(_shown_step(lines, row) for row in cursor.fetchall())
    return StepPage(ledger, steps, page, pages)


def _actions(episode: Episode) -> Actions:
    """(action, tier) of every step."""
    with connection.cursor() as cursor:
        cursor.execute(PRICED_STEPS, [episode.pk])
        return cursor.fetchall()


def _ledger(episode: Episode, actions: Actions) -> Ledger:
    """Steps priced; without a cap where the track has a cost basis of its own."""
    bundle = bundle_spec(episode.run.bundle_id)
    budget = bundle.families[Family(episode.family)].budget(episode.run.budget_label)
    if episode.run.agent.track == Track.WORKSPACE:
        budget = float("inf")
    return price_steps(actions, bundle.prices, budget)


def _unpriced(actions: Actions) -> tuple[UnpricedLine, ...]:
    return tuple(UnpricedLine(n, action, tier) for n, (action, tier) in enumerate(actions, start=1))


def judge_labels(episode_id: UUID) -> QuerySet[JudgeLabel]:
    """All verdicts on an episode, oldest first."""
    return JudgeLabel.objects.filter(episode_id=episode_id)


def episode_record(episode: Episode) -> EpisodeRecord:
    """A stored episode as a domain value; its judge labels are kept apart."""
    return EpisodeRecord(
        agent=episode.run.agent.name,
        task_id=episode.task_id,
        budget_label=episode.run.budget_label,
        attempt=episode.attempt,
        status=EpisodeStatus(episode.status),
        answer=episode.answer,
        abstained=episode.abstained,
        steps=tuple(map(step_from_json, episode.steps)),
        reported_units=episode.reported_units,
        workspace=Workspace(**episode.workspace) if episode.workspace else None,
        usage=Usage(**episode.usage) if episode.usage else None,
        cost_usd=episode.cost_usd,
        reward=episode.reward,
        started_at=episode.started_at,
        finished_at=episode.finished_at,
        extra=episode.extra,
        description=episode.run.description,
        repeat=episode.run.repeat,
        step_count=None if episode.steps or not episode.run.is_metered else episode.step_count,
        seconds=episode.seconds,
    )


def _shown_step(lines: Sequence[LedgerLine | UnpricedLine], row: tuple[Any, ...]) -> EpisodeStep:
    number, arguments, observation, length, evidence, seconds = row
    return EpisodeStep(
        line=lines[number - 1],
        arguments=arguments or "",
        observation=observation or "",
        observation_length=length or 0,
        evidence=tuple(evidence),
        seconds=seconds,
    )
