"""A frozen calibration: what is stored of it, and the digest that covers it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from leaderboard_app.domain.meter.calibration import Calibration, CalibrationPayload
from leaderboard_app.domain.meter.cost_distributions import StratumCosts
from leaderboard_app.domain.meter.manifest import CalibrationRef, MeterRunProof
from leaderboard_app.domain.meter.pricing import PricingPayload
from tasks_app.domain.canonical import digest


class ReferenceRun(TypedDict):
    """A run that a calibration rests on, with the SHA-256 of its measures."""

    run_id: str
    scores_digest: str


class FrozenPayload(CalibrationPayload):
    """A calibration and, by stratum, the costs of the reference episodes that it was cut from."""

    costs: dict[str, StratumCosts]


@dataclass(frozen=True)
class CalibrationDraft:
    """A calibration as it would be frozen now, with the costs by stratum that it was cut from."""

    calibration: Calibration
    pricing: PricingPayload
    reference: tuple[ReferenceRun, ...]
    costs: Mapping[str, StratumCosts]

    @property
    def digest(self) -> str:
        """SHA-256 over all that is frozen: effort, strata, budgets, pricing, reference runs."""
        return digest(
            {
                "calibration": self.to_json(),
                "pricing": self.pricing,
                "reference": list(self.reference),
            }
        )

    def to_json(self) -> FrozenPayload:
        return {**self.calibration.to_json(), "costs": dict(self.costs)}


@dataclass(frozen=True)
class FrozenCalibration(CalibrationDraft):
    """A calibration as it was frozen; ``frozen_digest`` is what was stored with it."""

    version: int
    frozen_digest: str
    created_by: str | None
    created_at: datetime

    @property
    def ref(self) -> CalibrationRef:
        return {"version": self.version, "digest": self.frozen_digest}


def reference_runs(runs: Iterable[MeterRunProof]) -> tuple[ReferenceRun, ...]:
    """The runs behind a calibration, in a fixed order."""
    found = [ReferenceRun(run_id=str(run.run_id), scores_digest=run.scores_digest) for run in runs]
    return tuple(sorted(found, key=lambda run: run["run_id"]))
