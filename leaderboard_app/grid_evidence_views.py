"""The episodes behind a number of a grid."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.board_choice import asked_snapshot, joined
from leaderboard_app.domain.meter.grid_conditions import CONDITION_TITLES, Condition
from leaderboard_app.domain.meter.grid_evidence import PromisedEpisode
from leaderboard_app.domain.meter.grid_place import GridPlace
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_evidence_table import OUTCOMES, grid_evidence_table
from leaderboard_app.grid_choice import STRATUM_TITLES
from leaderboard_app.meter_choice import PARAMS as GRID_PARAMS
from leaderboard_app.meter_choice import SET_TITLES
from runs_app.domain.episode import Track
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.meter_task import TaskSet
from tasks_app.web.params import Param, Reading, read_params

PARAMS = (
    *GRID_PARAMS,
    Param("stratum", choices=tuple(Stratum)),
    Param("outcome", choices=tuple(OUTCOMES)),
)


@require_safe
def grid_evidence(request: HttpRequest, agent_id: int) -> HttpResponse:
    """The episodes of one configuration, filtered as the number that led here."""
    reading = read_params(request.GET, PARAMS)
    asked = asked_snapshot(reading, BundleKind.METER)
    if asked.snapshot is None:
        raise Http404
    at = _place(reading, asked.snapshot)
    found = queries.grid_evidence(asked.snapshot, at, agent_id)
    if found is None:
        raise Http404
    context = _where(asked.snapshot, at) | _shown(found, reading)
    context["note"] = joined(reading.note, asked.note)
    return render(request, "leaderboard/agentmeter_evidence.html", context)


def _where(snapshot: queries.SnapshotRow, at: GridPlace) -> dict[str, Any]:
    fixed = {
        "snapshot": snapshot.digest,
        "track": at.track.value,
        "set": at.task_set.value,
        "condition": at.condition.value,
    }
    return {
        "snapshot": snapshot,
        "where": f"{SET_TITLES[at.task_set]} set, {CONDITION_TITLES[at.condition]} descriptions",
        "fixed": fixed,
        "fixed_query": urlencode(fixed),
    }


def _shown(found: queries.GridEvidence, reading: Reading) -> dict[str, Any]:
    chosen = tuple(one for one in found.episodes if _passes(one, reading))
    return {
        "found": found,
        "chosen": reading.values,
        "table": grid_evidence_table(chosen, _episode_href(found)),
        "shown": len(chosen),
        "strata": STRATUM_TITLES,
        "outcomes": {key: title for key, (title, _) in OUTCOMES.items()},
    }


def _place(reading: Reading, snapshot: queries.SnapshotRow) -> GridPlace:
    return GridPlace(
        Track(reading["track"] or snapshot.manifest["default_track"]),
        TaskSet(reading["set"] or TaskSet.FULL),
        Condition(reading["condition"] or Condition.ORIGINAL),
    )


def _passes(one: PromisedEpisode, wanted: Reading) -> bool:
    outcome = OUTCOMES.get(wanted["outcome"] or "")
    return wanted["stratum"] in (None, one.stratum) and (outcome is None or outcome[1](one))


def _episode_href(found: queries.GridEvidence) -> Callable[[PromisedEpisode], str]:
    def href(one: PromisedEpisode) -> str:
        pk = found.episode_ids.get((one.run_id or "", one.task_id))
        return reverse("episode-detail", args=[pk]) if pk else ""

    return href
