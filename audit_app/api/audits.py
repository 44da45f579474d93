"""Audits: their list, opening one, one of them, closing it, and its report."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from audit_app import actions, queries
from audit_app.api.audit_view import AuditView
from audit_app.domain.controls import MOST_CONTROLS
from audit_app.domain.design import AuditDesign, AuditKind, ControlItem
from audit_app.domain.labels import Decision
from audit_app.domain.report_payload import report_payload
from audit_app.serializers import (
    AuditDetailJson,
    AuditJson,
    audit_detail_json,
    audit_json,
)
from tasks_app.domain.errors import Conflict
from tasks_app.domain.families import Family
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_params import Choice, Strict
from tasks_app.web.api_permissions import MaintainersOnly, MaintainersWrite
from tasks_app.web.api_schema import page_of
from tasks_app.web.api_views import found

TEXT = 20_000
NEEDED = "An audit of answers needs this."
NOT_OF_TASKS = "A realism review looks at tasks and takes none."


class ControlRequest(Strict):
    """An answer whose label is known: served like any other, in no estimate."""

    episode = serializers.UUIDField(help_text="Id of an episode of a scored run.")
    label = Choice((Decision.CORRECT, Decision.INCORRECT))


class AuditRequest(Strict):
    """What to draw, and by which rubric it is to be labelled."""

    kind = Choice(
        (AuditKind.ANSWERS, AuditKind.REALISM),
        default=AuditKind.ANSWERS,
        help_text="`answers` of runs; or `realism`: the bundle's tasks, without runs and judge.",
    )
    title = serializers.CharField(max_length=200, help_text="Shown to reviewers; names no agent.")
    bundle = BundleField()
    runs = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        min_length=1,
        max_length=1000,
        help_text="Ids of runs; an audit of answers needs them.",
    )
    judge = serializers.CharField(
        required=False,
        max_length=100,
        help_text="Whose verdicts are audited; an audit of answers needs it.",
    )
    size = serializers.IntegerField(min_value=1, max_value=100_000)
    seed = serializers.CharField(max_length=100, help_text="The same one draws the same sample.")
    rubric = serializers.CharField(max_length=TEXT)
    rubric_version = serializers.CharField(max_length=50)
    families = serializers.ListField(
        child=Choice(Family), required=False, help_text="Without it all that were judged."
    )
    overlap = serializers.FloatField(
        default=0,
        min_value=0,
        max_value=1,
        help_text="Share of each cell, rounded up, for a second reviewer.",
    )
    reveal_allowed = serializers.BooleanField(default=False)
    controls = serializers.ListField(
        child=ControlRequest(),
        required=False,
        max_length=MOST_CONTROLS,
        help_text="Answers with known labels, placed among the others.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raises ValidationError: what one kind needs, the other does not know."""
        is_realism = attrs["kind"] == AuditKind.REALISM
        wrong = {
            name: NOT_OF_TASKS if is_realism else NEEDED
            for name in ("runs", "judge")
            if (name in attrs) is is_realism
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class CloseRequest(Strict):
    reason = serializers.CharField(required=False, max_length=1000, allow_blank=True)


class AuditList(AuditView):
    permission_classes = (IsAuthenticated, MaintainersWrite)
    problem_statuses = (403, 422)

    @extend_schema(operation_id="audits", tags=["audits"], responses=page_of(AuditJson))
    def get(self, request: Request) -> Response:
        """The audits that you may see, newest first: reviewers and maintainers see all."""
        rows = [audit_json(request, row) for row in queries.visible_audits(request.user)]
        return Response({"results": rows, "next": None, "previous": None})

    @extend_schema(
        operation_id="open_audit",
        tags=["audits"],
        request=AuditRequest,
        responses={201: AuditDetailJson},
    )
    def post(self, request: Request) -> Response:
        """Draw a sample evenly over family and verdict, or of tasks over families, and open it."""
        wanted = AuditRequest.read(request.data)
        audit = actions.open_audit(_design(wanted), request.user)
        answer = shown_audit(request, audit.pk)
        answer.status_code, answer["Location"] = 201, answer.data["url"]
        return answer


class AuditDetail(AuditView):
    """One audit; its design is hidden from reviewers until it is closed."""

    @extend_schema(operation_id="audit", tags=["audits"], responses=AuditDetailJson)
    def get(self, request: Request, audit_id: UUID) -> Response:
        return shown_audit(request, audit_id)


class AuditClose(AuditView):
    permission_classes = (MaintainersOnly,)
    problem_statuses = (409,)

    @extend_schema(
        operation_id="close_audit",
        tags=["audits"],
        request=CloseRequest,
        responses={200: AuditDetailJson},
    )
    def post(self, request: Request, audit_id: UUID) -> Response:
        """End an audit for good: labels stay as they are, and the report exists from now on."""
        wanted = CloseRequest.read(request.data)
        actions.close_audit(audit_id, request.user, wanted.get("reason", ""))
        return shown_audit(request, audit_id)


class AuditReportView(AuditView):
    """Agreement and estimates of a closed audit, each number with what it means."""

    problem_statuses = (409,)

    @extend_schema(operation_id="audit_report", tags=["audits"], responses=dict[str, Any])
    def get(self, request: Request, audit_id: UUID) -> Response:
        found(queries.audit(audit_id, request.user), "audit")
        report = queries.report(audit_id)
        if report is None:
            raise Conflict("The report exists once the audit is closed.")
        return Response(report_payload(report))


def shown_audit(request: Request, audit_id: UUID) -> Response:
    row = found(queries.audit(audit_id, request.user), "audit")
    design = queries.audit_design(audit_id, request.user)
    return Response(audit_detail_json(request, row, design))


def _design(wanted: dict[str, Any]) -> AuditDesign:
    same = ("title", "size", "seed", "rubric", "rubric_version", "overlap", "reveal_allowed")
    controls = wanted.get("controls", ())
    return AuditDesign(
        kind=AuditKind(wanted["kind"]),
        bundle_id=wanted["bundle"].id,
        run_ids=tuple(wanted.get("runs", ())),
        judge=wanted.get("judge", ""),
        families=tuple(wanted.get("families", ())),
        controls=tuple(ControlItem(c["episode"], Decision(c["label"])) for c in controls),
        **{name: wanted[name] for name in same},
    )
