"""One episode: what was asked and answered, whether it was right, and what each step cost."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from runs_app import episode_tables, queries
from runs_app.domain.episode import Track
from runs_app.domain.ledger_figure import ledger_figure
from runs_app.models import Episode
from runs_app.run_filters import EPISODE_PARAMS, filtered_episodes
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.queries import agent_views
from tasks_app.web.keyset import neighbours
from tasks_app.web.params import read_params
from tasks_app.web.sorting import link, list_state


@require_safe
def episode_detail(request: HttpRequest, episode_id: UUID) -> HttpResponse:
    visible = episode_tables.listed(queries.visible_episodes(request.user))
    episode = get_object_or_404(visible, pk=episode_id)
    run = episode.run
    steps = queries.step_page(episode, _page_number(request))
    context = {
        "episode": episode,
        "run": run,
        "task": agent_views(run.bundle_id, [episode.task_id]).get(episode.task_id),
        "family_title": FAMILY_TITLES[Family(episode.family)],
        "is_workspace": run.agent.track == Track.WORKSPACE,
        "steps": steps,
        "step_table": episode_tables.step_table(steps),
        "figure": ledger_figure(steps.ledger),
        "label_table": episode_tables.label_table(queries.judge_labels(episode.pk), run.judge),
        "usage_table": episode_tables.usage_table(episode),
        **_around(request, episode),
        **_step_pages(request, steps),
    }
    return render(request, "runs/episode_detail.html", context)


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return int(text) if text.isdecimal() and len(text) < 7 else 1


def _around(request: HttpRequest, episode: Episode) -> dict[str, Any]:
    """Links to the list this episode was reached from, and to its neighbours there."""
    episodes = queries.visible_episodes(request.user).filter(run=episode.run_id)
    params = read_params(request.GET, EPISODE_PARAMS)
    listed = filtered_episodes(episode_tables.listed(episodes), params)
    before, after = neighbours(listed, episode_tables.LISTING, request.GET, episode)
    names = [param.name for param in EPISODE_PARAMS]
    query = list_state(request.GET, episode_tables.LISTING.table_key, names)
    suffix = f"?{query}" if query else ""
    return {
        "list_href": f"{reverse('run-detail', args=[episode.run_id])}{suffix}#episodes",
        "previous_href": _href(before, suffix),
        "next_href": _href(after, suffix),
    }


def _href(episode_id: UUID | None, suffix: str) -> str:
    return reverse("episode-detail", args=[episode_id]) + suffix if episode_id else ""


def _step_pages(request: HttpRequest, steps: queries.StepPage) -> dict[str, str]:
    """Links to the steps before and after those shown."""
    before = link(request.GET, page=str(steps.page - 1)) if steps.page > 1 else ""
    after = link(request.GET, page=str(steps.page + 1)) if steps.page < steps.pages else ""
    return {"steps_before_href": before, "steps_after_href": after}
