"""The reference episodes in the database, uploaded, calibrated and published, for tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model

from leaderboard_app import actions
from leaderboard_app.models import Snapshot
from runs_app.models import Archive
from runs_app.tests.meter_archives import MeterDraft, ingested
from tasks_app.tests.meter_bundles import import_meter_bundle

VECTORS = Path(__file__).parent / "data" / "ams.json"


@cache
def ams_vectors() -> dict[str, Any]:
    """The reference values: parameters, 180 runs and what is expected of them."""
    return json.loads(VECTORS.read_text())


def keeper() -> Any:
    """A person who may upload and calibrate."""
    roles = {"is_submitter": True, "is_maintainer": True}
    return get_user_model().objects.get_or_create(username="keeper", defaults=roles)[0]


def uploaded(draft: MeterDraft | None = None) -> Archive:
    """An archive after the whole way of an upload: the reference episodes unless told otherwise."""
    import_meter_bundle()
    archive = ingested((draft or MeterDraft()).zip(), keeper())
    assert archive.status == "scored", archive.problems
    return archive


def metered(draft: MeterDraft | None = None, calibrated: bool = True) -> Snapshot:
    """The published boards of an upload."""
    archive = uploaded(draft)
    if calibrated:
        actions.calibrate_bundle(archive.bundle_id, keeper())
    snapshot = actions.publish_snapshot(archive.bundle_id)
    assert snapshot is not None
    return snapshot
