"""What lists of runs and episodes can be filtered by, as query parameters.

An episode's page takes the parameters of the list it was reached from, so that the next and the
previous episode are those of the same list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from runs_app.domain.episode import EpisodeStatus, Track
from runs_app.domain.scoring import FailureStage
from runs_app.models import Episode, Run
from tasks_app.domain.families import FAMILY_TITLES, BudgetLabel, Family
from tasks_app.web.params import Param, Reading

STRICT_CHOICES = {"yes": True, "no": False, "unjudged": None}

EPISODE_PARAMS = (
    Param("family", tuple(Family)),
    Param("strict", tuple(STRICT_CHOICES)),
    Param("failure", tuple(FailureStage)),
    Param("status", tuple(EpisodeStatus)),
)
RUN_PARAMS = (
    Param("bundle"),
    Param("agent"),
    Param("track", tuple(Track)),
    Param("budget", tuple(BudgetLabel)),
    Param("status", tuple(Run.Status.values)),
)
LABELS = {
    "bundle": "Bundle",
    "agent": "Agent's name has",
    "track": "Track",
    "budget": "Budget",
    "status": "Status",
    "family": "Family",
    "strict": "Strict",
    "failure": "Failed by",
}
RUN_FIELDS = {"track": "agent__track", "budget": "budget_label", "status": "status"}
EPISODE_FIELDS = {"family": "family", "failure": "failure_stage", "status": "status"}


@dataclass(frozen=True)
class ShownFilter:
    """A filter as its form shows it; without ``choices`` it is a text field."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


def shown_filters(
    params: Iterable[Param], reading: Reading, **choices: Sequence[str]
) -> list[ShownFilter]:
    """The filters of a list with their present values; ``choices`` adds some for free text."""
    return [
        ShownFilter(
            name=param.name,
            label=LABELS[param.name],
            value=reading[param.name] or "",
            choices=tuple(
                (choice, _words(choice)) for choice in choices.get(param.name, param.choices)
            ),
        )
        for param in params
    ]


def _words(choice: str) -> str:
    return FAMILY_TITLES.get(choice, choice.replace("_", " "))  # type: ignore[call-overload]


def filtered_runs(runs: QuerySet[Run], reading: Reading) -> QuerySet[Run]:
    """The runs that meet the parameters; an agent is found by any part of its name."""
    runs = runs.filter(**_equal(reading, RUN_FIELDS))
    if agent := reading["agent"]:
        runs = runs.filter(agent__name__icontains=agent)
    if bundle := reading["bundle"]:
        name, at, version = bundle.partition("@")
        runs = runs.filter(bundle__name=name, **({"bundle__version": version} if at else {}))
    return runs


def filtered_episodes(episodes: QuerySet[Episode], reading: Reading) -> QuerySet[Episode]:
    """The episodes that meet the parameters."""
    episodes = episodes.filter(**_equal(reading, EPISODE_FIELDS))
    strict = reading["strict"]
    return episodes.filter(_strict(STRICT_CHOICES[strict])) if strict else episodes


def _equal(reading: Reading, fields: dict[str, str]) -> dict[str, Any]:
    return {field: reading[name] for name, field in fields.items() if reading[name]}


def _strict(wanted: bool | None) -> Q:
    return Q(strict__isnull=True) if wanted is None else Q(strict=wanted)
