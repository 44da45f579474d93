"""Working through an audit: the next item, its lease and draft, its label."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from audit_app import actions, queries
from audit_app.api.audit_view import AuditView
from audit_app.domain.labels import Decision, LabelInput
from audit_app.serializers import (
    ClaimedJson,
    ClaimJson,
    LeaseJson,
    RecordedJson,
    RevealedJson,
    claimed_json,
    recorded_json,
)
from tasks_app.web.api_params import Choice, Strict
from tasks_app.web.api_views import found


class Besides(serializers.ListField):
    """Ids of items in hand."""

    def __init__(self) -> None:
        super().__init__(
            child=serializers.UUIDField(),
            default=(),
            max_length=10,
            help_text="Items in hand that you have already; you get another one.",
        )


class ClaimRequest(Strict):
    besides = Besides()
    is_active = serializers.BooleanField(
        default=True,
        help_text="False fetches it beforehand: reading begins with its first sign of life.",
    )


class LabelRequest(Strict):
    """A decision. `reason` is needed to skip; `cleared` takes the label back."""

    decision = Choice(Decision)
    version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The version that came with the item."
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=5000)
    comment = serializers.CharField(default="", allow_blank=True, max_length=5000)
    flag = serializers.BooleanField(default=False)
    request_id = serializers.UUIDField(
        required=False, help_text="The same when it is sent again: it is stored once."
    )
    next = serializers.BooleanField(
        default=False, help_text="The answer brings the next item, fetched beforehand."
    )
    besides = Besides()


class DraftRequest(Strict):
    """What was begun; kept for another device."""

    decision = serializers.CharField(default="", allow_blank=True, max_length=20)
    reason = serializers.CharField(default="", allow_blank=True, max_length=5000)
    comment = serializers.CharField(default="", allow_blank=True, max_length=5000)
    flag = serializers.BooleanField(default=False)


class RenewRequest(Strict):
    is_active = serializers.BooleanField(default=True, help_text="False begins a pause.")


class ItemClaim(AuditView):
    problem_statuses = (409,)

    @extend_schema(
        operation_id="claim_item",
        tags=["audits"],
        request=ClaimRequest,
        responses={200: ClaimJson},
    )
    def post(self, request: Request, audit_id: UUID) -> Response:
        """The next item: what you have in hand, else a new one, yours until its lease ends."""
        wanted = ClaimRequest.read(request.data)
        claimed = actions.claim_item(audit_id, request.user, **wanted)
        return Response({"claimed": None if claimed is None else claimed_json(claimed)})


class ItemDetail(AuditView):
    """An item that is or was in your hands, with your label; any other is a 404."""

    @extend_schema(operation_id="my_item", tags=["audits"], responses=ClaimedJson)
    def get(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        claimed = found(queries.my_item(audit_id, item_id, request.user), "item")
        return Response(claimed_json(claimed))


class ItemLabel(AuditView):
    problem_statuses = (409, 422)

    @extend_schema(
        operation_id="label_item",
        tags=["audits"],
        request=LabelRequest,
        responses={200: RecordedJson},
    )
    def put(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        """Label an item, and get the next one with the same request if you like. On a stale
        version nothing is stored, and 409 shows both states."""
        wanted = LabelRequest.read(request.data)
        with_next, besides = wanted.pop("next"), wanted.pop("besides")
        label = LabelInput(
            decision=Decision(wanted.pop("decision")),
            item_version=wanted.pop("version"),
            **wanted,
        )
        if not with_next:
            recorded = actions.record_label(item_id, request.user, label, audit_id)
            return Response(recorded_json(recorded, None))
        done = actions.label_and_claim(audit_id, item_id, request.user, label, besides)
        return Response(recorded_json(*done))


class ItemRenewal(AuditView):
    problem_statuses = (409,)

    @extend_schema(
        operation_id="renew_claim",
        tags=["audits"],
        request=RenewRequest,
        responses={200: LeaseJson},
    )
    def post(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        """A sign of life: the lease starts anew, and the time since the last one counts."""
        wanted = RenewRequest.read(request.data)
        ends = actions.renew_claim(audit_id, item_id, request.user, wanted["is_active"])
        return Response({"expires_at": ends})


class ItemDraft(AuditView):
    problem_statuses = (409,)

    @extend_schema(
        operation_id="save_draft",
        tags=["audits"],
        request=DraftRequest,
        responses={200: ClaimedJson},
    )
    def put(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        """Keep what was begun, for this device or another one."""
        draft: dict[str, Any] = DraftRequest.read(request.data)
        actions.save_draft(audit_id, item_id, request.user, draft)
        return Response(claimed_json(found(queries.my_item(audit_id, item_id, request.user), "")))


class ItemRelease(AuditView):
    problem_statuses = (409,)

    @extend_schema(
        operation_id="release_claim",
        tags=["audits"],
        request=None,
        responses={200: LeaseJson},
    )
    def post(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        """Give an item back unlabelled."""
        actions.release_claim(audit_id, item_id, request.user)
        return Response({"expires_at": None})


class ItemReveal(AuditView):
    problem_statuses = (409,)

    @extend_schema(
        operation_id="reveal_item",
        tags=["audits"],
        request=None,
        responses={200: RevealedJson},
    )
    def post(self, request: Request, audit_id: UUID, item_id: UUID) -> Response:
        """What blinding hides, where the design allows it; recorded, and labels remember it."""
        seen = actions.reveal_item(item_id, request.user, audit_id)
        return Response({"agent": seen.agent, "judge": seen.judge, "verdict": seen.verdict})
