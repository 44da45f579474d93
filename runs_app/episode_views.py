"""One episode: what was asked and answered, whether it was right, and what each step cost."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from runs_app import episode_tables, meter_episode_tables, queries
from runs_app.domain.descriptions import declared_text
from runs_app.domain.episode import Track
from runs_app.domain.ledger_figure import ledger_figure
from runs_app.domain.measures import counted_reward, passed
from runs_app.episode_lists import episode_list, listed
from runs_app.models import Episode
from runs_app.run_filters import filtered_episodes
from tasks_app.domain.families import FAMILY_TITLES, Family
from tasks_app.queries import agent_views, meter_task_view
from tasks_app.web.keyset import neighbours
from tasks_app.web.params import read_params
from tasks_app.web.sorting import link


@require_safe
def episode_detail(request: HttpRequest, episode_id: UUID) -> HttpResponse:
    visible = listed(queries.visible_episodes(request.user))
    episode = get_object_or_404(visible, pk=episode_id)
    run = episode.run
    steps = queries.step_page(episode, _page_number(request))
    context = {
        "episode": episode,
        "run": run,
        "steps": steps,
        "label_table": episode_tables.label_table(queries.judge_labels(episode.pk), run.judge),
        **(_measures(episode) if run.is_metered else _scores(episode, steps)),
        **_around(request, episode),
        **_step_pages(request, steps),
    }
    page = "meter_episode" if run.is_metered else "episode_detail"
    return render(request, f"runs/{page}.html", context)


def _scores(episode: Episode, steps: queries.StepPage) -> dict[str, Any]:
    """What an economic bundle asks of an episode, and its ledger."""
    tasks = agent_views(episode.run.bundle_id, [episode.task_id])
    return {
        "task": tasks.get(episode.task_id),
        "family_title": FAMILY_TITLES[Family(episode.family)],
        "is_workspace": episode.run.agent.track == Track.WORKSPACE,
        "step_table": episode_tables.step_table(steps),
        "figure": ledger_figure(steps.ledger),
        "usage_table": episode_tables.usage_table(episode),
    }


def _measures(episode: Episode) -> dict[str, Any]:
    """What a meter bundle asks: nothing is priced or judged."""
    task = meter_task_view(episode.run.bundle_id, episode.task_id)
    return {
        "task": task,
        "text": task and declared_text(task.descriptions, episode.run.description),
        "passed": passed(episode.status, episode.reward),
        "counted": counted_reward(episode.status, episode.reward),
        "missing_words": meter_episode_tables.missing_words(episode),
        "usage_table": meter_episode_tables.usage_table(episode),
    }


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return int(text) if text.isdecimal() and len(text) < 7 else 1


def _around(request: HttpRequest, episode: Episode) -> dict[str, Any]:
    """Links to the list this episode was reached from, and to its neighbours there."""
    shown = episode_list(episode.run)
    episodes = queries.visible_episodes(request.user).filter(run=episode.run_id)
    params = read_params(request.GET, shown.params)
    meant = filtered_episodes(shown.listed(episodes), params)
    before, after = neighbours(meant, shown.listing, request.GET, episode)
    query = shown.query(request.GET)
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
