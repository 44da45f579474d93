"""The episodes behind a number of a board."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.board_choice import PARAMS as BOARD_PARAMS
from leaderboard_app.board_choice import asked_snapshot
from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.domain.tables.evidence_table import OUTCOMES, evidence_table
from tasks_app.domain.families import FAMILY_TITLES, BudgetLabel, Family, Group
from tasks_app.web.params import Param, Reading, read_params

PARAMS = (
    *BOARD_PARAMS,
    Param("group", choices=tuple(Group)),
    Param("family", choices=tuple(Family)),
    Param("outcome", choices=tuple(OUTCOMES)),
)
GROUP_TITLES = {Group.UP: "Up: spending more is right", Group.SAVE: "Save: saving is right"}


@require_safe
def evidence(request: HttpRequest, agent_id: int) -> HttpResponse:
    """The attempts that count for one row, filtered as the number that led here."""
    reading = read_params(request.GET, PARAMS)
    asked = asked_snapshot(reading)
    label = reading["budget"] or BudgetLabel.MAIN.value
    found = asked.snapshot and queries.row_evidence(asked.snapshot, agent_id, label)
    if asked.snapshot is None or found is None:
        raise Http404
    chosen = tuple(episode for episode in found.episodes if _passes(episode, reading))
    fixed = {"snapshot": asked.snapshot.digest, "track": found.agent["track"], "budget": label}
    context = {
        "snapshot": asked.snapshot,
        "budget_label": label,
        "fixed": fixed,
        "fixed_query": urlencode(fixed),
        "note": f"{reading.note} {asked.note}".strip(),
        "found": found,
        "chosen": reading.values,
        "table": evidence_table(chosen, _episode_href(found)),
        "shown": len(chosen),
        "groups": GROUP_TITLES,
        "families": FAMILY_TITLES,
        "outcomes": {key: title for key, (title, _) in OUTCOMES.items()},
    }
    return render(request, "leaderboard/evidence.html", context)


def _passes(episode: ScoredEpisode, wanted: Reading) -> bool:
    outcome = OUTCOMES.get(wanted["outcome"] or "")
    return (
        wanted["group"] in (None, episode.group)
        and wanted["family"] in (None, episode.family)
        and (outcome is None or outcome[1](episode))
    )


def _episode_href(found: queries.RowEvidence) -> Callable[[ScoredEpisode], str]:
    ids = {(str(run_id), task_id): pk for (run_id, task_id), pk in found.episode_ids.items()}

    def href(episode: ScoredEpisode) -> str:
        pk = ids.get((episode.run_id, episode.task_id))
        return reverse("episode-detail", args=[pk]) if pk else ""

    return href
