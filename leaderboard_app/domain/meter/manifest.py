"""The public proof of a snapshot of a meter bundle: what its grids were computed from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol, TypedDict

from leaderboard_app.domain.meter.composition import MeterRunFacts
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.wordings import NO_WORDINGS, SourceWordings
from leaderboard_app.domain.proof_parts import (
    BootstrapPayload,
    BundleProof,
    RunLine,
    RunProof,
    bootstrap,
    bundle_proof,
    run_line,
    seed_of,
)
from runs_app.domain.measures import MEASURES_VERSION
from tasks_app.domain.bundle_spec import BundleSpec
from tasks_app.domain.canonical import digest
from tasks_app.domain.price_book import PriceBook

METER_SNAPSHOT_FORMAT = "ecoagent-meter-snapshot/1"
METER_BOARD_VERSION = "1"
"""Raised whenever the same episodes under the same calibration may give other boards."""

MeterBoardKind = Literal["agentmeter", "meter-core", "meter-descriptions", "meter-episodes"]


class MeterBoardRef(TypedDict):
    """Where a board is found in its snapshot; a part is "" where the board spans it."""

    kind: MeterBoardKind
    track: str
    budget_label: str
    task_set: str
    condition: str


class MeterManifestRun(RunLine):
    description: str
    repeat: int


class CalibrationRef(TypedDict):
    """A frozen calibration of the bundle: `digest` covers all that it fixes."""

    version: int
    digest: str


class MeterManifest(TypedDict):
    """What a snapshot was computed from: public, and enough to compute it again.

    `scoring_version` is that of the measures of a run.
    """

    format: str
    bundle: BundleProof
    scoring_version: str
    board_version: str
    software_version: str
    bootstrap: BootstrapPayload
    calibration: CalibrationRef | None
    pricing: PricingPayload
    runs: list[MeterManifestRun]
    default_track: str
    boards: list[MeterBoardRef]


class MeterRunProof(MeterRunFacts, RunProof, Protocol):
    """A public scored run over a meter bundle with what its measures rest on."""


@dataclass(frozen=True)
class MeterInputs:
    """Everything that the boards of a meter bundle depend on; ``runs`` hold no private run.

    ``book`` is the one of the calibration (None: costs as reported); before there is a
    calibration it is the newest, by which costs may come to be known.
    """

    spec: BundleSpec
    runs: Sequence[MeterRunProof]
    calibration: CalibrationRef | None
    book: PriceBook | None
    wordings: SourceWordings = NO_WORDINGS

    @cached_property
    def digest(self) -> str:
        """SHA-256: equal inputs, equal boards. Does not depend on the order of runs."""
        return digest(
            {
                "bundle": bundle_proof(self.spec),
                "runs": self.run_lines(),
                "calibration": self.calibration,
                "book": self.book.digest if self.book else None,
                "wordings": self.wordings.to_json(),
                "scoring_version": MEASURES_VERSION,
                "board_version": METER_BOARD_VERSION,
            }
        )

    @property
    def seed(self) -> int:
        return seed_of(self.digest)

    def run_lines(self) -> list[MeterManifestRun]:
        return [_run(run) for run in sorted(self.runs, key=lambda run: str(run.run_id))]


def meter_manifest(
    inputs: MeterInputs,
    pricing: PricingPayload,
    default_track: str,
    payloads: Sequence[Mapping[str, Any]],
    software_version: str,
) -> MeterManifest:
    """The proof of ``payloads``, which were computed from ``inputs`` under ``pricing``."""
    return {
        "format": METER_SNAPSHOT_FORMAT,
        "bundle": bundle_proof(inputs.spec),
        "scoring_version": MEASURES_VERSION,
        "board_version": METER_BOARD_VERSION,
        "software_version": software_version,
        "bootstrap": bootstrap(inputs.seed),
        "calibration": inputs.calibration,
        "pricing": pricing,
        "runs": inputs.run_lines(),
        "default_track": default_track,
        "boards": [_place(payload) for payload in payloads],
    }


def _place(payload: Mapping[str, Any]) -> MeterBoardRef:
    return {
        "kind": payload["kind"],
        "track": payload["track"],
        "budget_label": payload["budget_label"],
        "task_set": payload["task_set"],
        "condition": payload["condition"],
    }


def _run(run: MeterRunProof) -> MeterManifestRun:
    return {**run_line(run), "description": run.description, "repeat": run.repeat}
