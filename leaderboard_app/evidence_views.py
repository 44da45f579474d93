"""The episodes behind a number of a board."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.board_choice import chosen_board
from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.domain.tables.evidence_table import OUTCOMES, evidence_table
from tasks_app.domain.families import FAMILY_TITLES, Family, Group
from tasks_app.web.params import Param, Reading, read_params

PARAMS = (
    Param("group", choices=tuple(Group)),
    Param("family", choices=tuple(Family)),
    Param("outcome", choices=tuple(OUTCOMES)),
)


@require_safe
def evidence(request: HttpRequest, agent_id: int) -> HttpResponse:
    """The attempts that count for one row, filtered as the number that led here."""
    choice = chosen_board(request, "leaderboard")
    if choice.snapshot is None:
        raise Http404
    found = queries.row_evidence(choice.snapshot, agent_id, choice.budget_label)
    if found is None:
        raise Http404
    filters = read_params(request.GET, PARAMS)
    chosen = tuple(episode for episode in found.episodes if _passes(episode, filters))
    context = {
        "choice": choice,
        "agent": found.agent,
        "changed_runs": found.changed_runs,
        "filters": filters,
        "table": evidence_table(chosen, _episode_href(found)),
        "shown": len(chosen),
        "total": len(found.episodes),
        "groups": list(Group),
        "families": FAMILY_TITLES,
        "outcomes": {key: title for key, (title, _) in OUTCOMES.items()},
    }
    return render(request, "leaderboard/evidence.html", context)


def _passes(episode: ScoredEpisode, filters: Reading) -> bool:
    outcome = OUTCOMES.get(filters["outcome"] or "")
    return (
        filters["group"] in (None, episode.group)
        and filters["family"] in (None, episode.family)
        and (outcome is None or outcome[1](episode))
    )


def _episode_href(found: queries.RowEvidence) -> Callable[[ScoredEpisode], str]:
    ids = {(str(run_id), task_id): pk for (run_id, task_id), pk in found.episode_ids.items()}

    def href(episode: ScoredEpisode) -> str:
        pk = ids.get((episode.run_id, episode.task_id))
        return reverse("episode-detail", args=[pk]) if pk else ""

    return href
