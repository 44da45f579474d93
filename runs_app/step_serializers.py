"""The steps of an episode and their ledger as the API sends them."""

import json
import math
from typing import Any, TypedDict

from rest_framework.request import Request

from runs_app.models import Episode
from runs_app.queries import EpisodeStep, StepPage
from tasks_app.web.api_addresses import address


class StepJson(TypedDict):
    """One action, priced in units but over a meter bundle; `total` is the running total.

    `arguments` is null where it is very long; an `observation` shorter than `observation_length`
    is cut. The run's archive has both in full.
    """

    number: int
    action: str
    tier: str | None
    units: float | None
    total: float | None
    went_over: bool
    arguments: dict[str, Any] | None
    observation: str
    observation_length: int
    evidence: list[str]
    seconds: float | None


class StepPageJson(TypedDict):
    """Steps in the order taken."""

    results: list[StepJson]
    next: str | None
    previous: str | None


class LedgerJson(TypedDict):
    """All steps priced by the bundle, in units. `budget` is null where no budget in units holds."""

    budget: float | None
    total: float
    remaining: float | None
    over_step: int | None


def step_page_json(request: Request, episode: Episode, steps: StepPage) -> StepPageJson:
    base = address(request, "api-steps", episode.pk)
    return {
        "results": [_step(step) for step in steps.steps],
        "next": f"{base}?page={steps.page + 1}" if steps.page < steps.pages else None,
        "previous": f"{base}?page={steps.page - 1}" if steps.page > 1 else None,
    }


def _step(step: EpisodeStep) -> StepJson:
    return {
        "number": step.line.number,
        "action": step.line.action,
        "tier": step.line.tier,
        "units": step.line.units,
        "total": step.line.total,
        "went_over": step.line.went_over,
        "arguments": _arguments(step.arguments),
        "observation": step.observation,
        "observation_length": step.observation_length,
        "evidence": list(step.evidence),
        "seconds": step.seconds,
    }


def _arguments(text: str) -> dict[str, Any] | None:
    """The arguments, unless their text was cut."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def ledger_json(steps: StepPage) -> LedgerJson | None:
    ledger = steps.ledger
    if ledger is None:
        return None
    has_budget = math.isfinite(ledger.budget)
    return {
        "budget": ledger.budget if has_budget else None,
        "total": ledger.total,
        "remaining": ledger.remaining if has_budget else None,
        "over_step": ledger.over_step,
    }
