"""Publishing snapshots: the only writes of leaderboard_app."""

import tomllib
from functools import cache

from django.conf import settings
from django.db import connection, transaction

from audit_app.queries.corrections import corrections
from leaderboard_app.domain.boards import BundleBoards, bundle_boards
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.corrections import Corrections
from leaderboard_app.domain.manifest import Inputs, manifest, snapshot_digest
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.rows import board_frame
from leaderboard_app.models import Board, Publication, Snapshot
from runs_app.queries import board_runs, run_outcomes
from tasks_app.domain.bundle_spec import BundleKind
from tasks_app.queries import bundle_spec, task_families

PUBLISHING = 0xB0A2D
"""First key of the advisory lock under which one bundle is published by one job at a time."""


@transaction.atomic
def publish_snapshot(bundle_id: int) -> Snapshot | None:
    """Bring the boards of a bundle up to date and return the snapshot that the public sees.

    Nothing is written where the inputs are those of the latest publication. Inputs that were
    published before, as after a withdrawal, bring their snapshot back. None: nothing to publish.
    """
    if bundle_spec(bundle_id).kind is not BundleKind.ECONOMIC:
        return None
    _wait_for_turn(bundle_id)
    inputs = _inputs(bundle_id)
    latest = Publication.objects.filter(bundle_id=bundle_id).select_related("snapshot").first()
    if latest is None and not inputs.runs:
        return None
    if latest is not None and latest.snapshot.input_digest == inputs.digest:
        return latest.snapshot
    snapshot = _stored(bundle_id, inputs) or _computed(bundle_id, inputs)
    if snapshot is None:
        return publish_snapshot(bundle_id)
    Publication.objects.create(bundle_id=bundle_id, snapshot=snapshot)
    return snapshot


def _wait_for_turn(bundle_id: int) -> None:
    """Held until the transaction ends; what is read after it includes all earlier commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [PUBLISHING, bundle_id])


def _inputs(bundle_id: int) -> Inputs:
    return Inputs(bundle_spec(bundle_id), board_runs(bundle_id), corrections(bundle_id))


def _stored(bundle_id: int, inputs: Inputs) -> Snapshot | None:
    return Snapshot.objects.filter(bundle_id=bundle_id, input_digest=inputs.digest).first()


def _computed(bundle_id: int, inputs: Inputs) -> Snapshot | None:
    """A new snapshot; None where scores changed while the boards were computed from them."""
    boards = _boards(bundle_id, inputs)
    if _inputs(bundle_id).digest != inputs.digest:
        return None
    return _store(bundle_id, inputs, boards)


def _boards(bundle_id: int, inputs: Inputs) -> BundleBoards:
    frame = board_frame(inputs.spec, task_families(bundle_id))
    outcomes = run_outcomes([run.run_id for run in inputs.runs])
    composition = compose(frame, inputs.runs, outcomes)
    draws = resampling(frame.sizes, inputs.seed)
    return bundle_boards(composition, draws, Corrections(inputs.audits, draws))


def _store(bundle_id: int, inputs: Inputs, boards: BundleBoards) -> Snapshot:
    proof = manifest(inputs, boards, software_version())
    snapshot = Snapshot.objects.create(
        digest=snapshot_digest(proof, boards.payloads),
        bundle_id=bundle_id,
        input_digest=inputs.digest,
        scoring_version=proof["scoring_version"],
        manifest=proof,
    )
    Board.objects.bulk_create(
        Board(
            snapshot=snapshot,
            kind=payload["kind"],
            track=payload["track"],
            budget_label=payload["budget_label"],
            payload=payload,
        )
        for payload in boards.payloads
    )
    return snapshot


@cache
def software_version() -> str:
    """The version of this software, from its pyproject.toml."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(project["project"]["version"])
