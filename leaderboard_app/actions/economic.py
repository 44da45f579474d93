"""The boards of an economic bundle, from its public scored runs and closed audits."""

from audit_app.queries.corrections import corrections
from leaderboard_app.actions.software import software_version
from leaderboard_app.domain.boards import BundleBoards, bundle_boards
from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.corrections import Corrections
from leaderboard_app.domain.manifest import Inputs, manifest
from leaderboard_app.domain.publishable import Publishable
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.rows import board_frame
from runs_app.queries import board_runs, run_outcomes
from tasks_app.queries import bundle_spec, task_families


def inputs(bundle_id: int) -> Inputs:
    """What the boards depend on, as it is now; two queries."""
    return Inputs(bundle_spec(bundle_id), board_runs(bundle_id), corrections(bundle_id))


def publishable(bundle_id: int, found: Inputs) -> Publishable:
    """The boards that ``found`` give, with their manifest."""
    computed = _boards(bundle_id, found)
    return Publishable(manifest(found, computed, software_version()), computed.payloads)


def _boards(bundle_id: int, found: Inputs) -> BundleBoards:
    frame = board_frame(found.spec, task_families(bundle_id))
    outcomes = run_outcomes([run.run_id for run in found.runs])
    composition = compose(frame, found.runs, outcomes)
    draws = resampling(frame.sizes, found.seed)
    return bundle_boards(composition, draws, Corrections(found.audits, draws))
