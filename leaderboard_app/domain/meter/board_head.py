"""What every board of a meter bundle says of itself: what it shows, and how that is priced."""

from typing import TypedDict

from leaderboard_app.domain.meter.manifest import CalibrationRef
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.payload import BundlePayload


class BoardHead(TypedDict):
    """A part of the place (`track`, `budget_label`, `task_set`, `condition`) is "" where the board
    spans it; `calibration` is null where there is none."""

    bundle: BundlePayload
    track: str
    budget_label: str
    task_set: str
    condition: str
    cost_basis: str
    pricing: PricingPayload
    calibration: CalibrationRef | None


class ScoredBoardHead(BoardHead):
    """Of a board that shows AMS; `calibration_reason`: why it cannot, null where it can."""

    calibration_reason: str | None
