"""All reads of runs, episodes and archives: frozen values for other apps, and for pages of this
one querysets that hold only what a person may see."""

from runs_app.queries.archives import unfinished_archives, visible_archives
from runs_app.queries.audit import (
    AuditedRun,
    AuditFrameRow,
    AuditTexts,
    audit_frame,
    audited_runs,
    judge_rubrics,
    responses_for_audit,
    runs_of_episodes,
)
from runs_app.queries.boards import (
    BoardRun,
    RunOutcome,
    board_runs,
    episode_ids,
    run_outcomes,
)
from runs_app.queries.candidates import FrozenText, frozen_texts
from runs_app.queries.episodes import (
    EpisodeStep,
    StepPage,
    judge_labels,
    step_page,
    visible_episodes,
)
from runs_app.queries.meter import (
    MeterOutcome,
    MeterRun,
    described_tasks,
    known_descriptions,
    meter_outcomes,
    meter_runs,
)
from runs_app.queries.meter_summaries import MeterTally, meter_tallies
from runs_app.queries.runs import (
    Progress,
    run_progress,
    runs_progress,
    site_runs,
    unfinished_runs,
    visible_runs,
)
from runs_app.queries.summaries import (
    Tally,
    failure_counts,
    family_tallies,
    latest_episodes,
    run_tallies,
    status_counts,
)

__all__ = [
    "AuditFrameRow",
    "AuditTexts",
    "AuditedRun",
    "BoardRun",
    "EpisodeStep",
    "FrozenText",
    "MeterOutcome",
    "MeterRun",
    "MeterTally",
    "Progress",
    "RunOutcome",
    "StepPage",
    "Tally",
    "audit_frame",
    "audited_runs",
    "board_runs",
    "described_tasks",
    "episode_ids",
    "failure_counts",
    "family_tallies",
    "frozen_texts",
    "judge_labels",
    "judge_rubrics",
    "known_descriptions",
    "latest_episodes",
    "meter_outcomes",
    "meter_runs",
    "meter_tallies",
    "responses_for_audit",
    "run_outcomes",
    "run_progress",
    "run_tallies",
    "runs_of_episodes",
    "runs_progress",
    "site_runs",
    "status_counts",
    "step_page",
    "unfinished_archives",
    "unfinished_runs",
    "visible_archives",
    "visible_episodes",
    "visible_runs",
]
