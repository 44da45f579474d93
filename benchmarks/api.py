"""Server time of the API and of the leaderboard page: through every middleware, to the last byte.

    .venv/bin/python -m benchmarks.api

A published board is widened to 1, 10 and 100 rows. Prints the median of many calls in the same
session, as milliseconds and as a multiple of the smallest call. Uses a database and a cache of its
own, and leaves nothing behind. On a busy machine look at the fastest call too.
"""

import os
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.execution import own_stores
from ecoagent_site import local_services

CALLS = 60
GOAL_MS = 30
ROWS = (1, 10, 100)


def main() -> None:
    os.environ.setdefault("ECOAGENT_MODE", "test")
    os.environ["DJANGO_SETTINGS_MODULE"] = "ecoagent_site.settings"
    with local_services.running(), own_stores():
        found = dict(measured())
    smallest = min(middle for middle, _ in found.values())
    for name, (middle, fastest) in found.items():
        times = f"{middle / smallest:4.1f} times the smallest"
        print(f"{name:28} median {middle:6.1f} ms  fastest {fastest:6.1f} ms  {times}")
    for name in ("leaderboard", "leaderboard page"):
        worst, _ = found[f"{name}, {ROWS[-1]} rows"]
        print(f"goal: {name} within {GOAL_MS} ms: {'met' if worst < GOAL_MS else 'missed'}")


def measured() -> Iterator[tuple[str, tuple[float, float]]]:
    """(call, (median, fastest) in milliseconds)."""
    from django.test import Client  # noqa: PLC0415 - needs the settings

    client = Client(headers={"host": "localhost"})
    yield "unknown address", milliseconds(client, "/api/v1/nothing")
    run, snapshot = published()
    for rows in ROWS:
        widen(snapshot, rows)
        yield f"leaderboard, {rows} rows", milliseconds(client, "/api/v1/leaderboard/")
        yield f"leaderboard page, {rows} rows", milliseconds(client, "/boards/")
    yield "leaderboard.csv, 100 rows", milliseconds(client, "/api/v1/leaderboard.csv")
    tag = client.get("/api/v1/leaderboard/").headers["ETag"]
    headers = {"If-None-Match": tag}
    yield "leaderboard, not modified", milliseconds(client, "/api/v1/leaderboard/", headers)
    yield "sweeps", milliseconds(client, "/api/v1/sweeps/")
    yield "runs", milliseconds(client, "/api/v1/runs/")
    yield "episodes of a run", milliseconds(client, f"/api/v1/runs/{run.pk}/episodes/")
    episode = run.episodes.first()
    yield "one episode", milliseconds(client, f"/api/v1/episodes/{episode.pk}/")


def milliseconds(
    client: Any, address: str, headers: dict[str, str] | None = None
) -> tuple[float, float]:
    """The median and the fastest of ``CALLS`` calls, after a few that warm caches."""
    took = []
    for _ in range(CALLS):
        started = time.perf_counter()
        client.get(address, headers=headers or {})
        took.append(1000 * (time.perf_counter() - started))
    return median(took[5:]), min(took)


def published() -> tuple[Any, Any]:
    """A run and the snapshot of it."""
    from leaderboard_app.actions import publish_snapshot  # noqa: PLC0415
    from runs_app.tests.factories import executed_run  # noqa: PLC0415

    for label in ("tight", "medium", "loose"):
        executed_run("CopilotFirst", label)
    run = executed_run("LexicalEager")
    return run, publish_snapshot(run.bundle_id)


def widen(snapshot: Any, rows: int) -> None:
    """Publish the same boards again with so many rows on the main one."""
    from leaderboard_app.models import Board, Publication, Snapshot  # noqa: PLC0415

    digest = f"{rows:064x}"
    copy = Snapshot.objects.create(
        digest=digest,
        bundle_id=snapshot.bundle_id,
        input_digest=digest,
        scoring_version=snapshot.scoring_version,
        manifest=snapshot.manifest,
    )
    for board in snapshot.boards.all():
        payload = board.payload
        if board.kind == "leaderboard":
            payload = {**payload, "rows": payload["rows"] * rows}
        place = {"kind": board.kind, "track": board.track, "budget_label": board.budget_label}
        Board.objects.create(snapshot=copy, payload=payload, **place)
    Publication.objects.create(bundle_id=snapshot.bundle_id, snapshot=copy)


if __name__ == "__main__":
    main()
