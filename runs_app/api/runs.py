"""Runs: their list, one run, executing an agent, cancelling it, judging its answers anew."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from runs_app import actions, jobs, queries
from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.domain.episode import Track
from runs_app.domain.judging import JUDGES
from runs_app.domain.roster import SITE_AGENTS
from runs_app.models import Run
from runs_app.run_filters import RUN_PARAMS, filtered_runs
from runs_app.serializers import (
    RunDetailJson,
    RunJson,
    metered_run_detail_json,
    run_detail_json,
    run_json,
)
from tasks_app.domain.errors import Conflict
from tasks_app.domain.families import BudgetLabel
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import Choice, PageParameters, Strict, order_choice
from tasks_app.web.api_permissions import MaintainersOnly, MaintainersWrite
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import ApiView, found
from tasks_app.web.params import Reading


class RunParameters(PageParameters):
    bundle = BundleField(required=False)
    agent = serializers.CharField(
        required=False, max_length=200, help_text="A part of the agent's name."
    )
    track = Choice(Track, required=False, help_text="How the agent met the tasks.")
    budget = Choice(BudgetLabel, required=False, help_text="The budget label.")
    description = serializers.CharField(
        required=False,
        max_length=DESCRIPTION_LENGTH,
        help_text="The wording of a meter bundle's tasks: `original`, `generic`, a source.",
    )
    status = Choice(Run.Status.values, required=False, help_text="How far the run is.")
    order = order_choice("-created_at", "agent")


class RunRequest(Strict):
    """An agent of the site to execute."""

    bundle = BundleField()
    agent = Choice(SITE_AGENTS, help_text="One of the site's own agents.")
    budget_label = Choice(BudgetLabel, help_text="`main` is each family's own main label.")
    task_ids = serializers.ListField(
        child=serializers.CharField(max_length=100),
        required=False,
        max_length=10_000,
        help_text="Some of the bundle's tasks; without it all.",
    )


class JudgeRequest(Strict):
    """The judge that the run is to be scored by."""

    judge = Choice(JUDGES, help_text="One of the site's judges.")


class RunList(ApiView):
    permission_classes = (MaintainersWrite,)
    parameters = RunParameters
    problem_statuses = (422,)

    @extend_schema(operation_id="runs", tags=["runs"], responses=page_of(RunJson))
    def get(self, request: Request) -> Response:
        """The runs that you may see, with their scores."""
        bundle = self.params.get("bundle")
        wanted = {**self.params, "bundle": bundle and bundle.ref}
        reading = Reading({param.name: wanted.get(param.name) for param in RUN_PARAMS})
        rows = filtered_runs(queries.visible_runs(request.user), reading)
        fields = {"created_at": "created_at", "agent": "agent__name"}
        return paged(request, self.params, rows, fields, partial(_shown_runs, request))

    @extend_schema(
        operation_id="execute_run",
        tags=["runs"],
        request=RunRequest,
        responses={202: RunDetailJson},
    )
    def post(self, request: Request) -> Response:
        """Execute an agent of the site's roster over a bundle; a worker does it."""
        wanted = RunRequest.read(request.data)
        run = actions.open_run(
            wanted["bundle"].id,
            wanted["agent"],
            wanted["budget_label"],
            owner=request.user,
            task_ids=wanted.get("task_ids"),
        )
        run_id = str(run.pk)
        transaction.on_commit(lambda: jobs.execute_run.delay(run_id=run_id), robust=True)
        answer = shown_run(request, run.pk)
        answer.status_code, answer["Location"] = 202, answer.data["url"]
        return answer


class RunDetail(ApiView):
    """One run, with its scores by family and its failures by stage."""

    @extend_schema(operation_id="run", tags=["runs"], responses=RunDetailJson)
    def get(self, request: Request, run_id: UUID) -> Response:
        return shown_run(request, run_id)


class RunCancel(ApiView):
    permission_classes = (IsAuthenticated,)
    problem_statuses = (409,)

    @extend_schema(
        operation_id="cancel_run", tags=["runs"], request=None, responses={200: RunDetailJson}
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """End an unfinished run; its owner and maintainers may. Episodes it has are kept."""
        actions.cancel_run(visible_run(request, run_id).pk, request.user)
        return shown_run(request, run_id)


class RunJudge(ApiView):
    permission_classes = (MaintainersOnly,)
    problem_statuses = (409,)

    @extend_schema(
        operation_id="judge_run",
        tags=["runs"],
        request=JudgeRequest,
        responses={202: RunDetailJson},
    )
    def post(self, request: Request, run_id: UUID) -> Response:
        """Judge a scored run's stored answers anew and score by it; nothing is executed."""
        wanted = JudgeRequest.read(request.data)
        run = visible_run(request, run_id)
        if run.status != Run.Status.SCORED:
            raise Conflict(f"The run is {run.status}; only a scored one can be judged anew.")
        if run.is_metered:
            raise Conflict("A run over a meter bundle is measured by its rewards, not judged.")
        job = {"run_id": str(run.pk), "judge": wanted["judge"]}
        transaction.on_commit(lambda: jobs.judge_run.delay(**job), robust=True)
        answer = shown_run(request, run_id)
        answer.status_code = 202
        return answer


def visible_run(request: Request, run_id: UUID) -> Run:
    """The run, or 404 where it does not exist for this person."""
    return found(queries.visible_runs(request.user).filter(pk=run_id).first(), "run")


def _shown_runs(request: Request, runs: Sequence[Run]) -> list[RunJson]:
    metered = queries.meter_tallies([run.pk for run in runs if run.is_metered])
    tallies = queries.run_tallies([run.pk for run in runs if not run.is_metered])
    nothing = {True: queries.MeterTally(), False: queries.Tally()}
    found = {**metered, **tallies}
    return [run_json(request, run, found.get(run.pk, nothing[run.is_metered])) for run in runs]


def shown_run(request: Request, run_id: UUID) -> Response:
    run = visible_run(request, run_id)
    if run.is_metered:
        tally = queries.meter_tallies([run.pk]).get(run.pk, queries.MeterTally())
        return Response(metered_run_detail_json(request, run, tally))
    tallies, failures = queries.family_tallies(run.pk), queries.failure_counts(run.pk)
    return Response(run_detail_json(request, run, tallies, failures))
