"""Frozen calibrations, as values."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.frozen import FrozenCalibration
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.models import Calibration as CalibrationRecord


@dataclass(frozen=True)
class CalibrationRow:
    """A frozen calibration without what it fixes, as lists show it."""

    bundle_ref: str
    version: int
    digest: str
    pricing: PricingPayload
    created_by: str | None
    created_at: datetime


def listed_calibrations(bundle_id: int | None = None) -> QuerySet[CalibrationRecord]:
    """Calibrations to page through, of one bundle or of all; each becomes a ``calibration_row``."""
    records = CalibrationRecord.objects.select_related("created_by", "bundle")
    records = records.defer("payload", "reference", "bundle__manifest")
    return records if bundle_id is None else records.filter(bundle_id=bundle_id)


def calibration_row(record: CalibrationRecord) -> CalibrationRow:
    """The value of a row of ``listed_calibrations``."""
    return CalibrationRow(
        bundle_ref=str(record.bundle),
        version=record.version,
        digest=record.digest,
        pricing=_pricing(record),
        created_by=record.created_by.get_username() if record.created_by else None,
        created_at=record.created_at,
    )


def latest_calibration(bundle_id: int) -> FrozenCalibration | None:
    """What the grids of a bundle are scored by, or None; one query."""
    return _whole(_whole_records(bundle_id).order_by("-version"))


def frozen_calibration(bundle_id: int, version: int) -> FrozenCalibration | None:
    """One version, or None; one query."""
    return _whole(_whole_records(bundle_id).filter(version=version))


def missing_thresholds(bundle_id: int, version: int) -> dict[str, str]:
    """Strata in which no failure is expensive, with the reason; one query."""
    found = frozen_calibration(bundle_id, version)
    strata = found.calibration.strata.items() if found else ()
    return {name.value: cut.threshold_reason for name, cut in strata if cut.threshold_reason}


def calibration_versions(bundle_id: int) -> tuple[int, ...]:
    """The versions that there are, the newest first; one query."""
    records = CalibrationRecord.objects.filter(bundle_id=bundle_id).order_by("-version")
    return tuple(records.values_list("version", flat=True))


def frozen_value(record: CalibrationRecord) -> FrozenCalibration:
    """What was frozen in a row, by whom and when."""
    return FrozenCalibration(
        calibration=Calibration.from_json(record.payload),
        pricing=_pricing(record),
        reference=tuple(record.reference),
        costs=record.payload["costs"],
        version=record.version,
        frozen_digest=record.digest,
        created_by=record.created_by.get_username() if record.created_by else None,
        created_at=record.created_at,
    )


def _whole_records(bundle_id: int) -> QuerySet[CalibrationRecord]:
    return CalibrationRecord.objects.filter(bundle_id=bundle_id).select_related("created_by")


def _whole(records: QuerySet[CalibrationRecord]) -> FrozenCalibration | None:
    record = records.first()
    return None if record is None else frozen_value(record)


def _pricing(record: CalibrationRecord) -> PricingPayload:
    version = record.book_version
    return {
        "rule": record.pricing,
        "book": None if version is None else str(version),
        "book_digest": record.book_digest or None,
    }
