"""What the public proofs of snapshots of either kind of bundle say alike."""

from datetime import UTC, datetime
from typing import Protocol, TypedDict

from leaderboard_app.domain.composition import RunFacts, board_agent
from leaderboard_app.domain.intervals import LEVEL
from leaderboard_app.domain.payload import AgentPayload, BundlePayload
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.resampling import REPLICATES
from tasks_app.domain.bundle_spec import BundleSpec


class RunLine(TypedDict):
    """A run that boards of any kind rest on. Times are ISO 8601 in UTC."""

    run_id: str
    agent: AgentPayload
    scoring_version: str
    scores_digest: str
    archive_id: str | None
    created_at: str
    finished_at: str | None


class BundleProof(BundlePayload):
    """A bundle of any kind with the digests of its files."""

    tasks_sha256: str
    canonical_sha256: str


class BootstrapPayload(TypedDict):
    replicates: int
    level: float
    seed: int


class RunProof(RunFacts, Protocol):
    """A public scored run with what its scores rest on."""

    @property
    def finished_at(self) -> datetime | None: ...
    @property
    def judge(self) -> str: ...
    @property
    def scoring_version(self) -> str: ...
    @property
    def scores_digest(self) -> str: ...


def seed_of(inputs_digest: str) -> int:
    """48 bits of the digest, so that every JSON reader keeps it exact."""
    return int(inputs_digest[:12], 16)


def bootstrap(seed: int) -> BootstrapPayload:
    return {"replicates": REPLICATES, "level": LEVEL, "seed": seed}


def bundle_proof(spec: BundleSpec) -> BundleProof:
    return {
        "name": spec.name,
        "version": spec.version,
        "ref": spec.ref,
        "tasks_sha256": spec.tasks_sha256,
        "canonical_sha256": spec.canonical_sha256,
    }


def run_line(run: RunProof) -> RunLine:
    return {
        "run_id": str(run.run_id),
        "agent": agent_payload(board_agent(run)),
        "scoring_version": run.scoring_version,
        "scores_digest": run.scores_digest,
        "archive_id": str(run.archive_id) if run.archive_id else None,
        "created_at": _utc_text(run.created_at),
        "finished_at": _utc_text(run.finished_at) if run.finished_at else None,
    }


def _utc_text(moment: datetime) -> str:
    """ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()
