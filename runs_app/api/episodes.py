"""Episodes of runs: their list, one with its ledger and labels, and its steps a page at a time."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from runs_app import queries
from runs_app.api.runs import visible_run
from runs_app.domain.episode import EpisodeStatus
from runs_app.domain.scoring import FailureStage
from runs_app.episode_serializers import (
    EpisodeDetailJson,
    EpisodeJson,
    episode_detail_json,
    episode_json,
)
from runs_app.models import Episode
from runs_app.queries.episodes import STEPS_PER_PAGE
from runs_app.run_filters import (
    EPISODE_PARAMS,
    METER_EPISODE_PARAMS,
    PASSED_CHOICES,
    STRICT_CHOICES,
    filtered_episodes,
)
from runs_app.step_serializers import StepPageJson, step_page_json
from tasks_app.domain.families import Family
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import Choice, PageParameters, Parameters, order_choice
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import ApiView, found
from tasks_app.web.params import Reading

MOST_LABELS = 100


class EpisodeParameters(PageParameters):
    family = Choice(Family, required=False, help_text="Episodes of one family only.")
    strict = Choice(STRICT_CHOICES, required=False, help_text="Whether it is a strict success.")
    failure = Choice(FailureStage, required=False, help_text="The stage at which it failed.")
    passed = Choice(
        PASSED_CHOICES, required=False, help_text="Whether its reward is 1 (meter bundles)."
    )
    status = Choice(EpisodeStatus, required=False, help_text="How the attempt ended.")
    order = order_choice("task_id", "units", "step_count")


class StepParameters(Parameters):
    page = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=1_000_000,
        help_text=f"Each page has {STEPS_PER_PAGE} steps; steps never move.",
    )


class EpisodeList(ApiView):
    """The episodes of a run. Those without a value to order by come last."""

    parameters = EpisodeParameters

    @extend_schema(operation_id="episodes", tags=["runs"], responses=page_of(EpisodeJson))
    def get(self, request: Request, run_id: UUID) -> Response:
        run = visible_run(request, run_id)
        names = [param.name for param in (*EPISODE_PARAMS, *METER_EPISODE_PARAMS)]
        reading = Reading({name: self.params.get(name) for name in names})
        rows = queries.visible_episodes(request.user).filter(run=run).defer("answer")
        fields = {"task_id": "task_id", "units": "units", "step_count": "step_count"}
        return paged(
            request,
            self.params,
            filtered_episodes(rows, reading),
            fields,
            lambda page: [episode_json(request, episode) for episode in page],
        )


class EpisodeDetail(ApiView):
    """One episode: scores, ledger, first steps, and every verdict on its answer."""

    @extend_schema(operation_id="episode", tags=["runs"], responses=EpisodeDetailJson)
    def get(self, request: Request, episode_id: UUID) -> Response:
        episode = visible_episode(request, episode_id)
        steps = queries.step_page(episode)
        labels = queries.judge_labels(episode.pk)[:MOST_LABELS]
        return Response(episode_detail_json(request, episode, steps, labels))


class StepList(ApiView):
    """The steps of an episode with their prices and the running total."""

    parameters = StepParameters

    @extend_schema(operation_id="steps", tags=["runs"], responses=StepPageJson)
    def get(self, request: Request, episode_id: UUID) -> Response:
        episode = visible_episode(request, episode_id)
        steps = queries.step_page(episode, self.params["page"])
        if steps.page != self.params["page"]:
            message = f"The episode has {steps.pages} pages of steps."
            raise serializers.ValidationError({"page": [message]})
        return Response(step_page_json(request, episode, steps))


def visible_episode(request: Request, episode_id: UUID) -> Episode:
    """The episode, or 404 where it does not exist for this person."""
    return found(queries.visible_episodes(request.user).filter(pk=episode_id).first(), "episode")
