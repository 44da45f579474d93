"""Uploading an archive and asking what became of it."""

import re
from uuid import UUID

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from runs_app import jobs
from runs_app.actions import archives
from runs_app.archive_serializers import ArchiveJson, ReceiptJson, archive_json, receipt_json
from runs_app.models import Visibility
from runs_app.queries.archives import visible_archives
from runs_app.queries.runs import visible_runs
from tasks_app.web.api_params import Choice, Flag, Strict
from tasks_app.web.api_parsers import BoundedMultiPartParser
from tasks_app.web.api_permissions import SubmittersOnly
from tasks_app.web.api_views import ApiView, found

KEY_HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,200}")
KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    str,
    OpenApiParameter.HEADER,
    pattern=r"^[\x21-\x7e]{1,200}$",
    description="Any text of yours, at most 200 visible ASCII characters. The same upload sent "
    "again under the same key is the same archive, so a lost answer can be asked for again.",
)


class ArchiveUpload(Strict):
    """The form of an upload."""

    file = serializers.FileField(
        allow_empty_file=True, help_text="A .zip or .tar.gz in the format of docs/archive-format.md"
    )
    dry_run = Flag(default="false", help_text="Only report what is wrong; store nothing.")
    visibility = Choice(
        Visibility.values, default="public", help_text="Private runs stand on no board."
    )


class ArchiveList(ApiView):
    permission_classes = (SubmittersOnly,)
    parser_classes = (BoundedMultiPartParser,)
    problem_statuses = (409, 422)

    @extend_schema(
        operation_id="upload_archive",
        tags=["archives"],
        parameters=[KEY_PARAMETER],
        request={"multipart/form-data": ArchiveUpload},
        responses={202: ReceiptJson},
    )
    def post(self, request: Request) -> Response:
        """Upload an episode archive: it is checked, judged and scored by a job."""
        archive = archives.receive_archive(
            owner=request.user,
            idempotency_key=_idempotency_key(request),
            **ArchiveUpload.read(request.data),
        )
        archive_id = str(archive.pk)
        transaction.on_commit(lambda: jobs.ingest_archive.delay(archive_id=archive_id), robust=True)
        receipt = receipt_json(request, archive)
        return Response(receipt, status=202, headers={"Location": receipt["url"]})


class ArchiveDetail(ApiView):
    """What became of an upload: its status, every problem, and the runs it led to."""

    @extend_schema(operation_id="archive", tags=["archives"], responses=ArchiveJson)
    def get(self, request: Request, archive_id: UUID) -> Response:
        archives_ = visible_archives(request.user)
        archive = found(archives_.filter(pk=archive_id).first(), "archive")
        runs = visible_runs(request.user).filter(archive=archive).order_by("agent__name", "pk")
        return Response(archive_json(request, archive, runs))


def _idempotency_key(request: Request) -> str | None:
    key: str | None = request.headers.get(KEY_HEADER)
    if key is not None and not KEY.fullmatch(key):
        message = "At most 200 visible ASCII characters."
        raise serializers.ValidationError({KEY_HEADER: [message]})
    return key
