"""The attempts behind a row of an economic board."""

from dataclasses import dataclass
from uuid import UUID

from leaderboard_app.domain.composition import compose
from leaderboard_app.domain.payload import AgentPayload
from leaderboard_app.domain.rows import AgentRow, board_frame
from leaderboard_app.domain.scored import ScoredEpisode
from leaderboard_app.queries.published import SnapshotRow
from runs_app.queries import BoardRun, board_runs, episode_ids, run_outcomes
from tasks_app.queries import bundle_spec, task_families


@dataclass(frozen=True)
class RowEvidence:
    """The attempts behind one row of a board, and what changed since it was published.

    ``agent`` is the agent as published; ``episode_ids`` maps (run, task) to the latest attempt.
    """

    agent: AgentPayload
    episodes: tuple[ScoredEpisode, ...]
    episode_ids: dict[tuple[UUID, str], UUID]
    changed_runs: tuple[str, ...]


def row_evidence(snapshot: SnapshotRow, agent_id: int, label: str) -> RowEvidence | None:
    """The attempts that count for an agent at a budget label; None where it has no row.

    Runs as they are now: ``changed_runs`` names those of the snapshot that were re-scored or
    withdrawn since, and of a row whose runs are all withdrawn no episode is left.
    """
    published = [run for run in snapshot.manifest["runs"] if run["agent"]["id"] == agent_id]
    digests = {run["run_id"]: run["scores_digest"] for run in published}
    runs = [run for run in board_runs(snapshot.bundle_id) if str(run.run_id) in digests]
    now = {str(run.run_id): run.scores_digest for run in runs}
    changed = tuple(run for run, digest in digests.items() if now.get(run) != digest)
    rows = _composed_rows(snapshot.bundle_id, runs, label)
    if not (rows or changed):
        return None
    episodes = rows[0].episodes if rows else ()
    ids = episode_ids([run.run_id for run in runs])
    return RowEvidence(published[0]["agent"], episodes, ids, changed)


def _composed_rows(bundle_id: int, runs: list[BoardRun], label: str) -> tuple[AgentRow, ...]:
    frame = board_frame(bundle_spec(bundle_id), task_families(bundle_id))
    return compose(frame, runs, run_outcomes([run.run_id for run in runs])).rows(label)
