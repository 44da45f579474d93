"""Candidate descriptions: their list, one of them, and bringing some."""

from collections.abc import Sequence
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from runs_app.actions.candidates import add_candidates
from runs_app.candidate_filters import STATES, filtered_candidates
from runs_app.candidate_serializers import AddedJson, CandidateJson, candidate_json
from runs_app.domain.candidate_rows import LIMITS, CandidateRow
from runs_app.domain.descriptions import DESCRIPTION_LENGTH
from runs_app.models import Candidate
from runs_app.queries.candidates import visible_candidates
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.descriptions.gate import MOST_CHARACTERS
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import Choice, PageParameters, Strict, order_choice
from tasks_app.web.api_permissions import SubmittersOnly
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import ApiView, found
from tasks_app.web.params import Reading


class SubmittersWrite(SubmittersOnly):
    """Everybody reads; submitters and maintainers bring candidates."""

    message = "Only people with the submitter role may bring candidates."

    def has_permission(self, request: Request, view: ApiView) -> bool:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return True
        return super().has_permission(request, view) or getattr(
            request.user, "is_maintainer", False
        )


class CandidateParameters(PageParameters):
    bundle = BundleField(required=False)
    task = serializers.CharField(required=False, max_length=100, help_text="A task's id.")
    source = serializers.CharField(
        required=False, max_length=DESCRIPTION_LENGTH, help_text="A source configuration."
    )
    origin = Choice(Candidate.Origin.values, required=False, help_text="How it came about.")
    state = Choice(STATES, required=False, help_text="What the public checks say, or `frozen`.")
    order = order_choice("-created_at", "task_id", "source")


class CandidateEntry(Strict):
    """A wording of one task."""

    task_id = serializers.CharField(max_length=100)
    source = serializers.CharField(max_length=DESCRIPTION_LENGTH, help_text="`model x cli`.")
    text = serializers.CharField(max_length=MOST_CHARACTERS, trim_whitespace=False)


class CandidateUpload(Strict):
    """Candidates of one meter bundle; all are stored, or none."""

    bundle = BundleField()
    candidates = CandidateEntry(many=True, allow_empty=False, max_length=LIMITS.rows)

    def validate_bundle(self, bundle: object) -> object:
        if getattr(bundle, "kind", "") != BundleKind.METER:
            raise serializers.ValidationError("Only tasks of meter bundles have descriptions.")
        return bundle


class CandidateList(ApiView):
    permission_classes = (SubmittersWrite,)
    parameters = CandidateParameters
    problem_statuses = (422,)

    @extend_schema(
        operation_id="candidates", tags=["descriptions"], responses=page_of(CandidateJson)
    )
    def get(self, request: Request) -> Response:
        """Your candidates and those that were frozen, with what the gate says."""
        wanted = {name: self.params.get(name) for name in ("task", "source", "origin", "state")}
        rows = filtered_candidates(
            visible_candidates(request.user), Reading({**wanted, "finding": None})
        )
        if bundle := self.params.get("bundle"):
            rows = rows.filter(bundle_id=bundle.id)
        fields = {"created_at": "created_at", "task_id": "task_id", "source": "source"}

        def shown(candidates: Sequence[Candidate]) -> list[CandidateJson]:
            return [candidate_json(request, each) for each in candidates]

        return paged(request, self.params, rows, fields, shown)

    @extend_schema(
        operation_id="add_candidates",
        tags=["descriptions"],
        request=CandidateUpload,
        responses={201: AddedJson},
    )
    def post(self, request: Request) -> Response:
        """Bring candidates; the gate looks at each at once."""
        wanted = CandidateUpload.read(request.data)
        rows = [CandidateRow(**entry) for entry in wanted["candidates"]]
        added = add_candidates(wanted["bundle"].id, rows, request.user)
        new = visible_candidates(request.user).filter(pk__in=[each.pk for each in added.candidates])
        answer = [candidate_json(request, each) for each in new.order_by("created_at", "pk")]
        return Response({"added": answer, "known": added.known}, status=201)


class CandidateDetail(ApiView):
    """One candidate, with what the gate says."""

    @extend_schema(operation_id="candidate", tags=["descriptions"], responses=CandidateJson)
    def get(self, request: Request, candidate_id: UUID) -> Response:
        rows = visible_candidates(request.user)
        candidate = found(rows.filter(pk=candidate_id).first(), "candidate")
        return Response(candidate_json(request, candidate))
