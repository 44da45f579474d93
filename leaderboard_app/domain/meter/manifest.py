"""The public proof of a snapshot of a meter bundle: what its grids were computed from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol, TypedDict

from leaderboard_app.domain.composition import board_agent
from leaderboard_app.domain.intervals import LEVEL
from leaderboard_app.domain.manifest import BootstrapPayload, RunProof, utc_text
from leaderboard_app.domain.meter.composition import MeterRunFacts
from leaderboard_app.domain.meter.pricing import PricingPayload
from leaderboard_app.domain.meter.wordings import NO_WORDINGS, SourceWordings
from leaderboard_app.domain.payload import AgentPayload, BundlePayload
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.resampling import REPLICATES
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


class MeterManifestRun(TypedDict):
    """A run that the boards rest on. Times are ISO 8601 in UTC."""

    run_id: str
    agent: AgentPayload
    description: str
    repeat: int
    scoring_version: str
    scores_digest: str
    archive_id: str | None
    created_at: str
    finished_at: str | None


class MeterManifestBundle(BundlePayload):
    tasks_sha256: str
    canonical_sha256: str


class CalibrationRef(TypedDict):
    """A frozen calibration of the bundle: `digest` covers all that it fixes."""

    version: int
    digest: str


class MeterManifest(TypedDict):
    """What a snapshot was computed from: public, and enough to compute it again.

    `scoring_version` is that of the measures of a run.
    """

    format: str
    bundle: MeterManifestBundle
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
                "bundle": _bundle(self.spec),
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
        """48 bits of the digest, so that every JSON reader keeps it exact."""
        return int(self.digest[:12], 16)

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
        "bundle": _bundle(inputs.spec),
        "scoring_version": MEASURES_VERSION,
        "board_version": METER_BOARD_VERSION,
        "software_version": software_version,
        "bootstrap": {"replicates": REPLICATES, "level": LEVEL, "seed": inputs.seed},
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


def _bundle(spec: BundleSpec) -> MeterManifestBundle:
    return {
        "name": spec.name,
        "version": spec.version,
        "ref": spec.ref,
        "tasks_sha256": spec.tasks_sha256,
        "canonical_sha256": spec.canonical_sha256,
    }


def _run(run: MeterRunProof) -> MeterManifestRun:
    return {
        "run_id": str(run.run_id),
        "agent": agent_payload(board_agent(run)),
        "description": run.description,
        "repeat": run.repeat,
        "scoring_version": run.scoring_version,
        "scores_digest": run.scores_digest,
        "archive_id": str(run.archive_id) if run.archive_id else None,
        "created_at": utc_text(run.created_at),
        "finished_at": utc_text(run.finished_at) if run.finished_at else None,
    }
