"""What a published snapshot is scored again from, kept in memory while sliders move."""

from functools import lru_cache
from typing import cast

from leaderboard_app.domain.meter.manifest import MeterManifest
from leaderboard_app.domain.meter.sensitivity import SensitivityBase, sensitivity_base
from leaderboard_app.queries.calibrations import frozen_calibration
from leaderboard_app.queries.published import snapshot
from leaderboard_app.queries.subjects import meter_subject
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet

KEPT = 4
"""Snapshots and tracks kept by each process: about 1 MB each for 28 configurations x 80 tasks x 3
repeats, 100 MB for 200 x 1,000 x 3."""


@lru_cache(maxsize=KEPT)
def published_sensitivity_base(digest: str, track: Track) -> SensitivityBase | None:
    """By the digest of a snapshot, which never changes; None where it is not calibrated.

    Four queries the first time, then none. KeyError: there is no such snapshot.
    """
    found = snapshot(digest)
    if found is None:
        raise KeyError(digest)
    ref = cast(MeterManifest, found.manifest)["calibration"]
    frozen = ref and frozen_calibration(found.bundle_id, ref["version"])
    if frozen is None:
        return None
    subject = meter_subject(found)
    return sensitivity_base(
        subject.counted,
        frozen.calibration,
        subject.sets[TaskSet.FULL],
        track,
        [run["run_id"] for run in frozen.reference],
    )
