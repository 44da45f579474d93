"""Meter boards and calibrations as the API sends them: stored payloads, with agents laid flat."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict, get_type_hints

from rest_framework.request import Request

from leaderboard_app.domain.meter.core_payload import CoreRowPayload, MeterCorePayload
from leaderboard_app.domain.meter.descriptions_payload import (
    DescriptionRowPayload,
    MeterDescriptionsPayload,
)
from leaderboard_app.domain.meter.episode_board import EpisodesPayload
from leaderboard_app.domain.meter.frozen import FrozenCalibration, FrozenPayload, ReferenceRun
from leaderboard_app.domain.meter.grid_conditions import Condition
from leaderboard_app.domain.meter.manifest import CalibrationRef
from leaderboard_app.domain.meter.parameters import Parameters
from leaderboard_app.domain.meter.payload import AgentMeterPayload, ConfigurationRowPayload
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.scores import NOT_CALIBRATED
from leaderboard_app.domain.meter.sensitivity import SensitivityBase
from leaderboard_app.domain.meter.sensitivity_payload import (
    UNCALIBRATED,
    SensitivityPayload,
    sensitivity_payload,
)
from leaderboard_app.queries import SnapshotRow
from leaderboard_app.queries.calibrations import CalibrationRow
from leaderboard_app.serializers import flat_row, flattened
from tasks_app.domain.meter_task import TaskSet
from tasks_app.web.api_addresses import address

INNER = ("kind", "bundle", "budget_label", "task_set")
"""Keys of a payload that the API tells otherwise, or not."""


class MeterHead(TypedDict):
    """Which board this is: `set` is a set of tasks, `condition` the wording that agents were given.

    An undefined value is null and has a `reason`; `low` and `high` are a 95 % bootstrap interval.
    """

    snapshot: str
    bundle: str
    track: str
    set: str
    condition: str


AgentMeterRow = flattened("AgentMeterRow", ConfigurationRowPayload)


def _sent(name: str, payload: Any, **more: Any) -> Any:
    hints = {k: v for k, v in get_type_hints(payload).items() if k not in INNER}
    sent = TypedDict(name, {**hints, **get_type_hints(MeterHead), **more})  # type: ignore[misc]
    sent.__doc__ = payload.__doc__
    return sent


AgentMeterJson = _sent("AgentMeterJson", AgentMeterPayload, rows=list[AgentMeterRow])
MeterCoreRow = flattened("MeterCoreRow", CoreRowPayload)
MeterCoreJson = _sent("MeterCoreJson", MeterCorePayload, rows=list[MeterCoreRow])
DescriptionRow = flattened("DescriptionRow", DescriptionRowPayload)
MeterDescriptionsJson = _sent(
    "MeterDescriptionsJson", MeterDescriptionsPayload, rows=list[DescriptionRow]
)
MeterEpisodesJson = _sent("MeterEpisodesJson", EpisodesPayload)
SensitivityJson = _sent(
    "SensitivityJson",
    SensitivityPayload,
    calibration=CalibrationRef | None,
    calibration_reason=str | None,
)


def meter_board_json(digest: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """A stored payload under the snapshot that holds it."""
    body = {key: value for key, value in payload.items() if key not in INNER}
    return {
        **body,
        "snapshot": digest,
        "bundle": payload["bundle"]["ref"],
        "set": payload["task_set"],
    }


def meter_rows_json(digest: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a board with a row for each configuration."""
    rows = [flat_row(row) for row in payload["rows"]]
    return meter_board_json(digest, payload) | {"rows": rows}


def sensitivity_json(
    snapshot: SnapshotRow, track: str, base: SensitivityBase | None, parameters: Parameters | None
) -> dict[str, Any]:
    """``parameters`` is None where ``base`` is: the snapshot is not calibrated."""
    manifest: Any = snapshot.manifest
    return {
        "snapshot": snapshot.digest,
        "bundle": snapshot.bundle_ref,
        "track": track,
        "set": TaskSet.FULL.value,
        "condition": Condition.ORIGINAL.value,
        "calibration": manifest["calibration"],
        "calibration_reason": None if base else NOT_CALIBRATED,
        **(sensitivity_payload(base, parameters) if base and parameters else UNCALIBRATED),
    }


class CalibrationJson(TypedDict):
    """A frozen calibration of a bundle. `digest` covers all that is frozen."""

    bundle: str
    version: int
    url: str
    digest: str
    pricing: PricingPayload
    created_by: str | None
    created_at: datetime


class CalibrationDetailJson(CalibrationJson):
    """A calibration with what it fixes, and the runs that it rests on."""

    reference: list[ReferenceRun]
    calibration: FrozenPayload


def calibration_json(request: Request, row: CalibrationRow) -> CalibrationJson:
    name, _, version = row.bundle_ref.partition("@")
    return {
        "bundle": row.bundle_ref,
        "version": row.version,
        "url": address(request, "api-calibration", name, version, row.version),
        "digest": row.digest,
        "pricing": row.pricing,
        "created_by": row.created_by,
        "created_at": row.created_at,
    }


def calibration_detail_json(
    request: Request, ref: str, frozen: FrozenCalibration
) -> CalibrationDetailJson:
    row = CalibrationRow(
        bundle_ref=ref,
        version=frozen.version,
        digest=frozen.frozen_digest,
        pricing=frozen.pricing,
        created_by=frozen.created_by,
        created_at=frozen.created_at,
    )
    return {
        **calibration_json(request, row),
        "reference": list(frozen.reference),
        "calibration": frozen.to_json(),
    }
