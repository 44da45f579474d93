"""What the boards of a published meter snapshot were made from, and grids computed anew from it."""

from typing import Any, cast

from leaderboard_app.domain.meter.boards import MeterSubject, grid
from leaderboard_app.domain.meter.episode_board import EpisodesPayload, counted_of
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.grid_place import GridPlace
from leaderboard_app.domain.meter.manifest import MeterManifest
from leaderboard_app.domain.meter.price_comparison import PricedTwice, priced_twice
from leaderboard_app.domain.meter.pricing import Pricing
from leaderboard_app.domain.meter.repricing import repriced
from leaderboard_app.domain.meter.task_sets import declared_sets, scored_sets
from leaderboard_app.queries.calibrations import frozen_calibration
from leaderboard_app.queries.published import SnapshotRow, meter_board
from runs_app.domain.episode import Track
from tasks_app.domain.meter_task import TaskSet
from tasks_app.domain.price_book import PriceBook
from tasks_app.queries import meter_tasks


def meter_subject(snapshot: SnapshotRow) -> MeterSubject:
    """The same episodes, calibration, sets and seed as at publication; three queries.

    What is computed from it under the snapshot's pricing is what was published.
    """
    manifest = cast(MeterManifest, snapshot.manifest)
    ref = manifest["calibration"]
    frozen = ref and frozen_calibration(snapshot.bundle_id, ref["version"])
    calibration = frozen.calibration if frozen else None
    board = cast(EpisodesPayload, meter_board(snapshot.digest, "meter-episodes", ""))
    return MeterSubject(
        bundle=board["bundle"],
        counted=counted_of(board),
        pricing=manifest["pricing"],
        calibration=calibration,
        calibration_ref=ref,
        sets=scored_sets(declared_sets(meter_tasks(snapshot.bundle_id).values()), calibration),
        seed=manifest["bootstrap"]["seed"],
        replicates=manifest["bootstrap"]["replicates"],
    )


def repriced_grid(
    snapshot: SnapshotRow, track: str, task_set: str, condition: str, book: PriceBook
) -> dict[str, Any]:
    """A grid that the snapshot has, with costs by ``book``; nothing is stored. Three queries."""
    subject = repriced(meter_subject(snapshot), Pricing(book))
    return dict(grid(subject, Track(track), TaskSet(task_set), Condition(condition)))


def compared_prices(
    snapshot: SnapshotRow, at: GridPlace, old: Pricing, new: Pricing
) -> tuple[PricedTwice, ...]:
    """The configurations of a grid that the snapshot has, under two pricings; three queries."""
    subject = meter_subject(snapshot)
    return priced_twice(repriced(subject, old), repriced(subject, new), at)
