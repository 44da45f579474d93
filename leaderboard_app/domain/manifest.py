"""The public proof of a snapshot: what its boards were computed from."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypedDict

from audit_app.domain.audit_rates import AuditRates
from leaderboard_app.domain.boards import BOARD_VERSION, BundleBoards
from leaderboard_app.domain.payload import BoardKind
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
from runs_app.domain.scoring import SCORING_VERSION
from tasks_app.domain.bundle_spec import BundleSpec, FamilyRules
from tasks_app.domain.canonical import digest

SNAPSHOT_FORMAT = "ecoagent-snapshot/1"


class BoardRef(TypedDict):
    """Where a board is found in its snapshot; ``budget_label`` is "" for the sweeps."""

    kind: BoardKind
    track: str
    budget_label: str


class ManifestRun(RunLine):
    budget_label: str
    judge: str


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


class ManifestBundle(BundleProof):
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
        return seed_of(self.digest)

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
        "bootstrap": bootstrap(inputs.seed),
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
    return {**bundle_proof(spec), "prices_sha256": digest(prices)}


def _rules(rules: FamilyRules) -> dict[str, Any]:
    return {"group": rules.group, "budgets": dict(rules.budgets), "main": rules.main}


def _run(run: RunProof) -> ManifestRun:
    return {**run_line(run), "budget_label": run.budget_label, "judge": run.judge}


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
