"""Snapshots: immutable publications and the proofs of what they were computed from."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard_app import queries
from leaderboard_app.domain.manifest import Manifest
from leaderboard_app.domain.meter.manifest import MeterManifest
from leaderboard_app.serializers import (
    SnapshotDetailJson,
    SnapshotJson,
    snapshot_detail_json,
    snapshot_json,
)
from tasks_app.web.api_bundles import BundleField
from tasks_app.web.api_cache import FIXED, REVALIDATED, tagged
from tasks_app.web.api_paging import paged
from tasks_app.web.api_params import PageParameters, order_choice
from tasks_app.web.api_schema import OneOf, page_of
from tasks_app.web.api_views import ApiView, found

ANY_MANIFEST = OneOf("AnyManifest", (Manifest, MeterManifest))
"""That of an economic or of a meter bundle; `format` tells which."""


class SnapshotListParameters(PageParameters):
    bundle = BundleField(required=False)
    order = order_choice("-published_at")


class SnapshotList(ApiView):
    """Everything that was ever published, the latest first."""

    parameters = SnapshotListParameters

    @extend_schema(operation_id="snapshots", tags=["snapshots"], responses=page_of(SnapshotJson))
    def get(self, request: Request) -> Response:
        bundle = self.params.get("bundle")
        rows = queries.published_snapshots(bundle and bundle.id)
        fields = {"published_at": "published_at"}
        return paged(
            request,
            self.params,
            rows,
            fields,
            lambda page: [snapshot_json(request, queries.snapshot_row(row)) for row in page],
        )


class SnapshotDetail(ApiView):
    """One snapshot and where its boards are."""

    is_tagged = True

    @extend_schema(operation_id="snapshot", tags=["snapshots"], responses=SnapshotDetailJson)
    def get(self, request: Request, digest: str) -> HttpResponseBase:
        row = found(queries.snapshot(digest), "snapshot")
        # A withdrawal can publish a snapshot again, which changes its date and nothing else.
        content = f"{digest}-{row.published_at:%Y%m%dT%H%M%S%f}"
        return tagged(
            request, content, REVALIDATED, lambda: Response(snapshot_detail_json(request, row))
        )


class SnapshotManifest(ApiView):
    """What the boards of a snapshot were computed from: runs, judges, versions, seeds, digests.

    The digest of the snapshot is the SHA-256 of the canonical JSON of this and its boards.
    """

    is_tagged = True

    @extend_schema(operation_id="snapshot_manifest", tags=["snapshots"], responses=ANY_MANIFEST)
    def get(self, request: Request, digest: str) -> HttpResponseBase:
        row = found(queries.snapshot(digest), "snapshot")
        return tagged(request, digest, FIXED, lambda: Response(row.manifest))
