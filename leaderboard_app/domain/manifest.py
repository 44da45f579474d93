"""The public proof of a snapshot: what its boards were computed from."""

from typing import TypedDict

from leaderboard_app.domain.payload import AgentPayload, BoardKind, BundlePayload


class BoardRef(TypedDict):
    kind: BoardKind
    track: str
    budget_label: str


class ManifestRun(TypedDict):
    """A run that the boards rest on. Times are ISO 8601 in UTC."""

    run_id: str
    agent: AgentPayload
    budget_label: str
    judge: str
    scoring_version: str
    scores_digest: str
    archive_id: str | None
    created_at: str
    finished_at: str | None


class BootstrapPayload(TypedDict):
    replicates: int
    level: float
    seed: int


class ManifestBundle(BundlePayload):
    tasks_sha256: str
    canonical_sha256: str
    prices_sha256: str


class Manifest(TypedDict):
    """What a snapshot was computed from: public, and enough to compute it again."""

    format: str
    bundle: ManifestBundle
    scoring_version: str
    board_version: str
    software_version: str
    bootstrap: BootstrapPayload
    judges: list[str]
    runs: list[ManifestRun]
    default_track: str
    boards: list[BoardRef]
