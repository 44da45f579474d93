"""The public proof of a snapshot: what its boards were computed from."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, TypedDict

from audit_app.domain.audit_rates import AuditRates
from leaderboard_app.domain.boards import BOARD_VERSION, BundleBoards
from leaderboard_app.domain.composition import RunFacts, board_agent
from leaderboard_app.domain.intervals import LEVEL
from leaderboard_app.domain.payload import AgentPayload, BoardKind, BundlePayload
from leaderboard_app.domain.payload_parts import agent_payload
from leaderboard_app.domain.resampling import REPLICATES
from runs_app.domain.scoring import SCORING_VERSION
from tasks_app.domain.bundle_spec import BundleSpec, FamilyRules
from tasks_app.domain.canonical import digest

SNAPSHOT_FORMAT = "ecoagent-snapshot/1"


class BoardRef(TypedDict):
    """Where a board is found in its snapshot; ``budget_label`` is "" for the sweeps."""

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


class ManifestCell(TypedDict):
    """A cell of an audit: family x verdict, with what was drawn and labelled of it."""

    family: str
    verdict: str
    population: int
    labelled: int
    positive: int


class ManifestAudit(TypedDict):
    """A closed audit that corrects rows: its public runs, and those for which it does not hold any
    more, each with the reason."""

    audit_id: str
    judge: str
    rubric: str
    run_ids: list[str]
    lapsed: dict[str, str]
    cells: list[ManifestCell]


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
    audits: list[ManifestAudit]
    default_track: str
    boards: list[BoardRef]


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


@dataclass(frozen=True)
class Inputs:
    """Everything that the boards of a bundle depend on. ``runs`` hold no private run; ``audits``
    are its closed ones, the last one first: those without a public run change nothing."""

    spec: BundleSpec
    runs: Sequence[RunProof]
    audits: Sequence[AuditRates] = ()

    @property
    def digest(self) -> str:
        """SHA-256: equal inputs, equal boards. Does not depend on the order of runs."""
        return digest(
            {
                "bundle": _bundle(self.spec),
                "families": {name: _rules(rules) for name, rules in self.spec.families.items()},
                "runs": self.run_lines(),
                "audits": self.audit_lines(),
                "scoring_version": SCORING_VERSION,
                "board_version": BOARD_VERSION,
            }
        )

    @property
    def seed(self) -> int:
        """48 bits of the digest, so that every JSON reader keeps it exact."""
        return int(self.digest[:12], 16)

    def audit_lines(self) -> list[ManifestAudit]:
        public = {str(run.run_id) for run in self.runs}
        runs = [(audit, audit.run_ids | audit.lapsed.keys()) for audit in self.audits]
        return [_audit(audit, public) for audit, covered in runs if covered & public]

    def run_lines(self) -> list[ManifestRun]:
        return [_run(run) for run in sorted(self.runs, key=lambda run: str(run.run_id))]


def manifest(inputs: Inputs, boards: BundleBoards, software_version: str) -> Manifest:
    """The proof of ``boards``, which were computed from ``inputs``."""
    return {
        "format": SNAPSHOT_FORMAT,
        "bundle": _bundle(inputs.spec),
        "scoring_version": SCORING_VERSION,
        "board_version": BOARD_VERSION,
        "software_version": software_version,
        "bootstrap": {"replicates": REPLICATES, "level": LEVEL, "seed": inputs.seed},
        "judges": sorted({run.judge for run in inputs.runs}),
        "runs": inputs.run_lines(),
        "audits": inputs.audit_lines(),
        "default_track": boards.default_track.value,
        "boards": [
            {"kind": p["kind"], "track": p["track"], "budget_label": p["budget_label"]}
            for p in boards.payloads
        ],
    }


REF_KEYS = ("kind", "track", "budget_label", "task_set", "condition")
"""What tells the boards of a snapshot apart; those of an economic bundle lack the last two."""


def snapshot_digest(proof: Mapping[str, Any], payloads: Iterable[Mapping[str, Any]]) -> str:
    """SHA-256 of the canonical JSON of the manifest and its boards in the manifest's order.

    Stored boards come in any order; those of ``proof`` are looked up in ``proof["boards"]``.
    """
    by_ref = {_place(payload): payload for payload in payloads}
    ordered = [by_ref[_place(ref)] for ref in proof["boards"]]
    return digest({"manifest": proof, "boards": ordered})


def _place(board: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(board.get(key, "") for key in REF_KEYS)


def _bundle(spec: BundleSpec) -> ManifestBundle:
    prices = {"actions": dict(spec.prices.actions), "tiers": dict(spec.prices.tiers)}
    return {
        "name": spec.name,
        "version": spec.version,
        "ref": spec.ref,
        "tasks_sha256": spec.tasks_sha256,
        "canonical_sha256": spec.canonical_sha256,
        "prices_sha256": digest(prices),
    }


def _rules(rules: FamilyRules) -> dict[str, Any]:
    return {"group": rules.group, "budgets": dict(rules.budgets), "main": rules.main}


def _run(run: RunProof) -> ManifestRun:
    return {
        "run_id": str(run.run_id),
        "agent": agent_payload(board_agent(run)),
        "budget_label": run.budget_label,
        "judge": run.judge,
        "scoring_version": run.scoring_version,
        "scores_digest": run.scores_digest,
        "archive_id": str(run.archive_id) if run.archive_id else None,
        "created_at": utc_text(run.created_at),
        "finished_at": utc_text(run.finished_at) if run.finished_at else None,
    }


def _audit(audit: AuditRates, public: Set[str]) -> ManifestAudit:
    return {
        "audit_id": audit.audit_id,
        "judge": audit.judge,
        "rubric": audit.rubric,
        "run_ids": sorted(audit.run_ids & public),
        "lapsed": {run: why for run, why in sorted(audit.lapsed.items()) if run in public},
        "cells": [
            {
                "family": count.cell.family,
                "verdict": str(count.cell.verdict or ""),
                "population": count.population,
                "labelled": count.labelled,
                "positive": count.positive,
            }
            for count in audit.counts
        ],
    }


def utc_text(moment: datetime) -> str:
    """ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat()
