"""The episodes behind the numbers of a grid."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from leaderboard_app.domain.meter.configuration import Configuration
from leaderboard_app.domain.meter.grid_conditions import EPISODES_OF
from leaderboard_app.domain.meter.grid_evidence import PromisedEpisode, promised_episodes
from leaderboard_app.domain.meter.grid_place import GridPlace, grid_episodes
from leaderboard_app.domain.meter.payload import ExpensiveFailurePayload
from leaderboard_app.queries.published import SnapshotRow
from leaderboard_app.queries.subjects import meter_subject
from runs_app.queries import episode_ids, meter_runs

EpisodeIds = dict[tuple[str, str], UUID]
"""(run id, task id) -> id of the episode that counts."""


@dataclass(frozen=True)
class GridEvidence:
    """The episodes behind one row, as published. ``changed_runs`` names those of its runs that
    were measured anew or withdrawn since."""

    configuration: Configuration
    episodes: tuple[PromisedEpisode, ...]
    episode_ids: EpisodeIds
    changed_runs: tuple[str, ...]


def grid_evidence(snapshot: SnapshotRow, at: GridPlace, agent_id: int) -> GridEvidence | None:
    """The episodes of an agent in a grid of the snapshot; None where it has no row there. Five
    queries."""
    subject = meter_subject(snapshot)
    if at.task_set not in subject.sets or at.condition not in EPISODES_OF:
        return None
    episodes = grid_episodes(subject, at)
    one = next((c for c in episodes.configurations if c.agent["id"] == agent_id), None)
    if one is None:
        return None
    found = promised_episodes(episodes, one.key, subject.calibration)
    run_ids = {episode.run_id for episode in found if episode.run_id}
    return GridEvidence(one, found, _ids(run_ids), _changed(snapshot, run_ids))


def failure_episodes(shown: Iterable[ExpensiveFailurePayload]) -> EpisodeIds:
    """The episodes of some expensive failures; one query."""
    pairs = [(one["run_id"], one["task_id"]) for one in shown]
    return _ids({run_id for run_id, _ in pairs}, {task_id for _, task_id in pairs})


def _ids(run_ids: set[str], task_ids: set[str] | None = None) -> EpisodeIds:
    found = episode_ids([UUID(run_id) for run_id in run_ids], task_ids)
    return {(str(run_id), task_id): pk for (run_id, task_id), pk in found.items()}


def _changed(snapshot: SnapshotRow, run_ids: set[str]) -> tuple[str, ...]:
    now = {str(run.run_id): run.scores_digest for run in meter_runs(snapshot.bundle_id)}
    published = {run["run_id"]: run["scores_digest"] for run in snapshot.manifest["runs"]}
    return tuple(sorted(run for run in run_ids if now.get(run) != published.get(run)))
