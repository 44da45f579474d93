"""The texts of a calibration and of AMS with its parts."""

from leaderboard_app.domain.board_texts import RANK_INTERVAL
from leaderboard_app.domain.metric_text import OURS, MetricText

METER = "AgentMeter"
"""AgentMeter / Matching Matters, arXiv 2606.21140v2."""

MIXED = f"{METER}; {OURS}"
_HERE = "leaderboard_app.domain.meter"

CALIBRATION_TEXTS = (
    MetricText(
        "effort",
        "Effort",
        "Weighted mean of the ranks of a task's median tokens, median steps and non-pass share "
        "among all tasks, from its reference episodes.",
        "share of tasks",
        MIXED,
        f"{_HERE}.effort.effort",
    ),
    MetricText(
        "stratum",
        "Stratum",
        "Tasks in the order of effort, cut into three equal parts; a remainder is hard.",
        "easy, medium or hard",
        METER,
        f"{_HERE}.strata.strata_of",
    ),
    MetricText(
        "budgets",
        "Budgets",
        "Percentiles of what reference episodes with a reward above 0 cost, in each stratum.",
        "USD",
        METER,
        f"{_HERE}.calibrating.calibrate",
    ),
    MetricText(
        "threshold",
        "Threshold",
        "A percentile of what reference episodes with reward 0 cost in a stratum: a failure is "
        "expensive above it, and never where there was no such episode.",
        "USD",
        MIXED,
        f"{_HERE}.calibrating.calibrate",
    ),
)
SCORE_TEXTS = (
    MetricText(
        "ams",
        "AMS",
        "AgentMeter Score: mean over the strata of quality, with and without a budget, less the "
        "share of expensive failures. One unknown cost, and there is none.",
        "score",
        MIXED,
        f"{_HERE}.ams.ams",
    ),
    MetricText(
        "score",
        "Stratum score",
        "(alpha TQ + (1 - alpha) AUBQC) x (1 - lambda EFR) of one stratum.",
        "score",
        METER,
        f"{_HERE}.ams.stratum_score",
    ),
    MetricText(
        "tq",
        "TQ",
        "Task quality: mean reward, whatever was spent.",
        "share",
        METER,
        f"{_HERE}.ams.stratum_samples",
    ),
    MetricText(
        "aubqc",
        "AUBQC",
        "Mean over the budgets of the reward of episodes within them.",
        "share",
        MIXED,
        f"{_HERE}.ams.stratum_samples",
    ),
    MetricText(
        "efr",
        "EFR",
        "Episodes with reward 0 that cost more than the stratum's threshold.",
        "share",
        METER,
        f"{_HERE}.ams.stratum_samples",
    ),
    MetricText(
        "gap",
        "Gap",
        "The best AMS among the ranked rows minus this one.",
        "score",
        METER,
        f"{_HERE}.grid_rows.ScoredRow",
    ),
    MetricText(
        "rank",
        "Rank",
        "1 + the number of rows of this grid whose AMS interval lies wholly above this row's; rows "
        "that cannot be told apart share a rank.",
        "place",
        OURS,
        "leaderboard_app.domain.ranking.ranks_of_scores",
    ),
    RANK_INTERVAL,
    MetricText(
        "bounds",
        "Bounds",
        "AMS if all missing episodes failed expensively, and if all succeeded at no cost.",
        "score",
        OURS,
        f"{_HERE}.bounds.ams_bounds",
    ),
    MetricText(
        "strata",
        "Strata",
        "The parts of AMS in easy, medium and hard tasks.",
        "score",
        METER,
        f"{_HERE}.scores.scores",
    ),
)
