"""Pages of publications."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.domain.tables.snapshot_tables import snapshot_runs_table, snapshots_table

SNAPSHOTS_SHOWN = 200


@require_safe
def snapshot_list(request: HttpRequest) -> HttpResponse:
    """What was published when."""
    rows = [
        queries.snapshot_row(found) for found in queries.published_snapshots()[:SNAPSHOTS_SHOWN]
    ]
    table = snapshots_table(rows, lambda digest: reverse("snapshot", args=[digest]))
    return render(request, "leaderboard/snapshot_list.html", {"table": table})


@require_safe
def snapshot(request: HttpRequest, digest: str) -> HttpResponse:
    """One publication and what it was computed from."""
    found = queries.snapshot(digest)
    if found is None:
        raise Http404
    table = snapshot_runs_table(
        found.manifest["runs"], lambda run_id: reverse("run-detail", args=[run_id])
    )
    return render(request, "leaderboard/snapshot.html", {"snapshot": found, "table": table})
