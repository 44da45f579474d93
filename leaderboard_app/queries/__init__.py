"""Published boards, as frozen values and stored payloads, and what is behind their rows."""

from leaderboard_app.queries.calibrations import missing_thresholds
from leaderboard_app.queries.evidence import RowEvidence, row_evidence
from leaderboard_app.queries.grid_evidence import (
    GridEvidence,
    failure_episodes,
    grid_evidence,
)
from leaderboard_app.queries.published import (
    SnapshotRow,
    board,
    latest_snapshot,
    latest_snapshot_of_any,
    meter_board,
    published_snapshots,
    snapshot,
    snapshot_row,
)
from leaderboard_app.queries.subjects import compared_prices, meter_subject, repriced_grid

__all__ = [
    "GridEvidence",
    "RowEvidence",
    "SnapshotRow",
    "board",
    "compared_prices",
    "failure_episodes",
    "grid_evidence",
    "latest_snapshot",
    "latest_snapshot_of_any",
    "meter_board",
    "meter_subject",
    "missing_thresholds",
    "published_snapshots",
    "repriced_grid",
    "row_evidence",
    "snapshot",
    "snapshot_row",
]
