"""The one text of each metric: column headers, docs/metrics.md and the API's docs show these."""

from collections.abc import Mapping

from leaderboard_app.domain.board_texts import BOARD_TEXTS
from leaderboard_app.domain.metric_text import ECON, MIXED, OURS, PAPER, MetricText

_COST = (
    MetricText(
        "s_lambda",
        "S(lambda)",
        "Micro minus lambda times the mean units as a share of C_max.",
        "score",
        PAPER,
        f"{ECON}.s_lambda",
    ),
    MetricText(
        "c_max",
        "C_max",
        "The largest mean units among the site's scripted controls with full coverage of the same "
        "bundle and budget.",
        "units",
        MIXED,
        "leaderboard_app.domain.cost_scale.cost_scale",
    ),
)
_SWEEP = (
    MetricText(
        "budget",
        "Budget",
        "What an episode of the family may cost at a budget label.",
        "units",
        PAPER,
        "leaderboard_app.domain.rows.BoardFrame.budget",
    ),
    MetricText(
        "composite",
        "Research",
        "Episodes of the family with at least one composite research step.",
        "share",
        PAPER,
        f"{ECON}.composite_rate",
    ),
    MetricText(
        "no_step",
        "No step",
        "Episodes of the family that ended without buying any step.",
        "share",
        PAPER,
        f"{ECON}.no_step_rate",
    ),
    MetricText(
        "over_budget",
        "Over budget",
        "Scored episodes of the family that cost more than their budget.",
        "share",
        PAPER,
        "leaderboard_app.domain.scored.ScoredEpisode.is_over_budget",
    ),
    MetricText(
        "path_cost",
        "Path cost",
        "What the escalating path costs: search, two reads and deep research; in the model-tier "
        "families one call of the frontier tier.",
        "units",
        MIXED,
        "leaderboard_app.domain.escalation_path.escalation_path",
    ),
    MetricText(
        "response",
        "Response",
        "Share of episodes with composite research at the budgets that afford the escalating path, "
        "minus that at the budgets that do not: adaptive where the family calls for escalation, "
        "misdirected where it does not.",
        "difference of shares",
        OURS,
        "leaderboard_app.domain.response.response",
    ),
)
_STAGES = (
    MetricText(
        "failure_stage",
        "Failure stage",
        "The first that holds of an episode that is not a strict success: budget, selection, "
        "execution.",
        "stage",
        f"{OURS}, from {PAPER} section 10",
        "runs_app.domain.scoring.failure_stage",
    ),
    MetricText(
        "budget_failures",
        "Over budget",
        "Right and resting on evidence, but over budget.",
        "episodes",
        f"{OURS}, from {PAPER} section 10",
        "leaderboard_app.domain.failures.stage_counts",
    ),
    MetricText(
        "selection_failures",
        "Selection",
        "The class of actions that the task calls for was not followed, or no evidence was seen.",
        "episodes",
        f"{OURS}, from {PAPER} section 10",
        "leaderboard_app.domain.failures.stage_counts",
    ),
    MetricText(
        "execution_failures",
        "Execution",
        "The path was right and the answer wrong.",
        "episodes",
        f"{OURS}, from {PAPER} section 10",
        "leaderboard_app.domain.failures.stage_counts",
    ),
)
_EPISODE = (
    MetricText(
        "units",
        "Units",
        "The bundle's prices of an episode's steps, added up.",
        "units",
        PAPER,
        "runs_app.domain.ledger.price_steps",
    ),
    MetricText(
        "grounded",
        "Evidence",
        "Whether a document of the task was observed before the answer; given in the model-tier "
        "families.",
        "yes or no",
        PAPER,
        "runs_app.domain.scoring.is_grounded",
    ),
    MetricText(
        "correct",
        "Right",
        "The judge's verdict on the answer; in stop-loss tasks an abstention.",
        "yes or no",
        PAPER,
        "runs_app.domain.scoring.correctness",
    ),
    MetricText(
        "execution_proxy",
        "Execution proxy",
        "Cost on the workspace track: 10 + 0.5 x seconds + 10 x modified files + 5 x new files.",
        "proxy units",
        PAPER,
        "runs_app.domain.workspace.execution_proxy",
    ),
)

METRIC_TEXTS: Mapping[str, MetricText] = {
    text.key: text for text in (*BOARD_TEXTS, *_COST, *_SWEEP, *_STAGES, *_EPISODE)
}
"""By key, in the order in which docs/metrics.md lists them."""
