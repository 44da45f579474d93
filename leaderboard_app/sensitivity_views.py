"""The page of sliders: does the order of configurations survive other parameters?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.sensitivity import SensitivityBase
from leaderboard_app.domain.meter.sensitivity_payload import sensitivity_payload
from leaderboard_app.domain.meter.sliders import (
    SLIDERS,
    Slider,
    parameters_at,
    slider_problems,
    slider_values,
)
from leaderboard_app.domain.tables.sensitivity_tables import (
    changes_table,
    moved_table,
    orders_table,
)
from leaderboard_app.evidence_links import evidence_href
from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.meter_choice import MeterChoice, chosen_meter_board
from leaderboard_app.queries.sensitivity import published_sensitivity_base
from runs_app.domain.episode import Track

MOST_CHARACTERS = 20


@dataclass(frozen=True)
class SliderField:
    """A slider as a field of the form; ``problem`` says why its wish is not what is shown."""

    slider: Slider
    text: str
    published: str
    problem: str


@require_safe
def meter_sensitivity(request: HttpRequest) -> HttpResponse:
    """AMS under the parameters of the URL, beside what is published; four queries at most, and
    five more the first time that somebody asks for a snapshot."""
    choice = chosen_meter_board(request, "meter-core")
    context: dict[str, Any] = {"choice": choice, "pages": grid_tabs("meter-sensitivity", choice)}
    if choice.snapshot is not None and choice.payload is not None:
        context["is_there"] = True
        base = published_sensitivity_base(choice.snapshot.digest, Track(choice.track))
        context |= _sensitivity(request.GET, choice, base) if base else {}
    return render(request, "leaderboard/meter_sensitivity.html", context)


def _sensitivity(query: QueryDict, choice: MeterChoice, base: SensitivityBase) -> dict[str, Any]:
    published = base.calibration.parameters
    asked = _asked(query, slider_values(published))
    problems = slider_problems(asked) | _unreadable(query, slider_values(published))
    parameters = published if problems else parameters_at(published, asked)
    found = sensitivity_payload(base, parameters)
    agents = {one.key: one.agent["id"] for one in base.episodes.configurations}
    evidence = evidence_href(choice)
    ref = choice.snapshot.bundle_ref if choice.snapshot else ""
    return {
        "found": found,
        "groups": _groups(query, published, asked, problems),
        "has_problems": bool(problems),
        "reset": f"?{urlencode(choice.kept)}",
        "changes": changes_table(found),
        "orders": orders_table(found, lambda key: evidence(agents[key])),
        "moved": moved_table(found, lambda task: reverse("task-detail", args=[ref, task])),
    }


def _asked(query: QueryDict, published: Mapping[str, float]) -> dict[str, float]:
    """Where the sliders stand: as the URL says, else as published."""
    found = dict(published)
    for name in published:
        number = _number(query.get(name, ""))
        if number is not None:
            found[name] = number
    return found


def _unreadable(query: QueryDict, published: Mapping[str, float]) -> dict[str, str]:
    return {
        name: "It is a number."
        for name in published
        if query.get(name) and _number(query[name]) is None
    }


def _number(text: str) -> float | None:
    try:
        return float(text[:MOST_CHARACTERS]) if text else None
    except ValueError:
        return None


def _groups(
    query: QueryDict,
    published: Parameters,
    asked: Mapping[str, float],
    problems: Mapping[str, str],
) -> dict[str, list[SliderField]]:
    """The fields under the heading of their group; a field with a problem shows what was typed."""
    groups: dict[str, list[SliderField]] = {}
    for slider, usual in _present(published):
        typed = query.get(slider.name, "")[:MOST_CHARACTERS] if slider.name in problems else ""
        text = typed or _text(asked[slider.name])
        field = SliderField(slider, text, _text(usual), problems.get(slider.name, ""))
        groups.setdefault(slider.group, []).append(field)
    return groups


def _present(published: Parameters) -> Iterator[tuple[Slider, float]]:
    values = slider_values(published)
    return ((slider, values[slider.name]) for slider in SLIDERS if slider.name in values)


def _text(value: float) -> str:
    """With three digits: a third is 0.333."""
    return f"{value:.3g}"
