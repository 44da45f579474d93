"""Grids under another price book: the same episodes, calibration and seed, other costs."""

from dataclasses import replace

from leaderboard_app.domain.meter.boards import MeterSubject
from leaderboard_app.domain.meter.pricing import Pricing


def repriced(subject: MeterSubject, pricing: Pricing) -> MeterSubject:
    """What the boards are made from if costs are those of ``pricing``.

    The calibration stays as it is frozen, with its budgets in USD: what changes is whether an
    episode keeps within them, and what it takes to pass.
    """
    return replace(subject, counted=subject.counted.repriced(pricing), pricing=pricing.payload())
