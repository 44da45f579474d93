"""What lists of runs and episodes can be filtered by, as query parameters.

An episode's page takes the parameters of the list it was reached from, so that the next and the
previous episode are those of the same list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.domain.episode import EpisodeStatus, Track
from runs_app.domain.measures import PASS
from runs_app.domain.scoring import FailureStage
from runs_app.models import Episode, Run
from tasks_app.domain.families import FAMILY_TITLES, BudgetLabel, Family
from tasks_app.web.params import Param, Reading

STRICT_CHOICES = {"yes": True, "no": False, "unjudged": None}

PASSED_CHOICES = ("yes", "no", "missing")
GRADED = Q(reward__isnull=False) | ~Q(status=EpisodeStatus.COMPLETED)
COUNTED = ~Q(status=EpisodeStatus.INFRASTRUCTURE_ERROR) & GRADED
"""Episodes that have a reward that counts (``domain.measures.counted_reward``)."""

EPISODE_PARAMS = (
    Param("family", tuple(Family)),
    Param("strict", tuple(STRICT_CHOICES)),
    Param("failure", tuple(FailureStage)),
    Param("status", tuple(EpisodeStatus)),
)
METER_EPISODE_PARAMS = (
    Param("passed", PASSED_CHOICES),
    Param("status", tuple(EpisodeStatus)),
)
RUN_PARAMS = (
    Param("bundle"),
    Param("agent"),
    Param("track", tuple(Track)),
    Param("budget", tuple(BudgetLabel)),
    Param("description", max_length=DESCRIPTION_LENGTH),
    Param("status", tuple(Run.Status.values)),
)
LABELS = {
    "bundle": "Bundle",
    "agent": "Agent's name has",
    "track": "Track",
    "budget": "Budget",
    "description": "Description",
    "passed": "Passed",
    "status": "Status",
    "family": "Family",
    "strict": "Strict",
    "failure": "Failed by",
}
RUN_FIELDS = {
    "track": "agent__track",
    "budget": "budget_label",
    "description": "description",
    "status": "status",
}
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
    """The episodes that meet the parameters, of either kind of bundle."""
    wanted = reading.values
    episodes = episodes.filter(**_equal(reading, EPISODE_FIELDS))
    if strict := wanted.get("strict"):
        episodes = episodes.filter(_strict(STRICT_CHOICES[strict]))
    if choice := wanted.get("passed"):
        episodes = episodes.filter(_passed(choice))
    return episodes


def _equal(reading: Reading, fields: dict[str, str]) -> dict[str, Any]:
    wanted = reading.values
    return {field: wanted[name] for name, field in fields.items() if wanted.get(name)}


def _strict(wanted: bool | None) -> Q:
    return Q(strict__isnull=True) if wanted is None else Q(strict=wanted)


def _passed(choice: str) -> Q:
    if choice == "missing":
        return ~COUNTED
    passes = Q(reward__gte=PASS)
    return COUNTED & (passes if choice == "yes" else ~passes | Q(reward__isnull=True))
