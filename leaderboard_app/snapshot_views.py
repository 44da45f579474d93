"""Pages of publications."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.domain.tables.snapshot_tables import (
    meter_runs_table,
    snapshot_runs_table,
    snapshots_table,
)
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.domain.table import Order
from tasks_app.web.keyset import Listing, list_page

LISTING = Listing(
    "snapshots",
    {
        "digest": "digest",
        "published": "published_at",
        "bundle": "bundle__name",
        "scoring": "scoring_version",
    },
    default=Order("published", descending=True),
)


@require_safe
def snapshot_list(request: HttpRequest) -> HttpResponse:
    """What was published when."""
    page = list_page(queries.published_snapshots(), LISTING, request.GET)
    rows = [queries.snapshot_row(found) for found in page.rows]
    table = snapshots_table(rows, page.order, lambda digest: reverse("snapshot", args=[digest]))
    return render(request, "leaderboard/snapshot_list.html", {"page": page, "table": table})


@require_safe
def snapshot(request: HttpRequest, digest: str) -> HttpResponse:
    """One publication and what it was computed from."""
    found = queries.snapshot(digest)
    if found is None:
        raise Http404
    latest = queries.latest_snapshot(found.bundle_id)
    is_meter = found.kind is BundleKind.METER
    runs: Any = found.manifest["runs"]
    table = (meter_runs_table if is_meter else snapshot_runs_table)(runs, _run_href)
    context = {
        "snapshot": found,
        "is_meter": is_meter,
        "is_latest": latest is not None and latest.digest == digest,
        "table": table,
    }
    return render(request, "leaderboard/snapshot.html", context)


def _run_href(run_id: str) -> str:
    return reverse("run-detail", args=[run_id])
