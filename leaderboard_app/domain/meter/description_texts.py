"""The texts of conditions, transfers and first places: what other wordings do to the ranking."""

from leaderboard_app.domain.meter.score_texts import METER, MIXED
from leaderboard_app.domain.metric_text import OURS, MetricText

_HERE = "leaderboard_app.domain.meter"
_CONDITION = f"{_HERE}.conditions.condition_scores"

CONDITION_TEXTS = (
    MetricText(
        "original",
        "Original",
        "Every task in the wording that the bundle was published with.",
        "condition",
        METER,
        _CONDITION,
    ),
    MetricText(
        "self",
        "Self",
        "Each configuration on the descriptions made from its own trajectories; one that is no "
        "source has none.",
        "condition",
        METER,
        _CONDITION,
    ),
    MetricText(
        "cross",
        "Cross",
        "Mean over the other sources of what a configuration scores on the descriptions of each "
        "alone.",
        "condition",
        MIXED,
        _CONDITION,
    ),
    MetricText(
        "pooled",
        "Pooled",
        "Each task in the wordings of all its sources with equal weights: its values are their "
        "means, and AMS is computed of these.",
        "condition",
        MIXED,
        _CONDITION,
    ),
    MetricText(
        "cross-only",
        "Cross-only",
        "Pooled without a configuration's own descriptions.",
        "condition",
        MIXED,
        _CONDITION,
    ),
    MetricText(
        "generic",
        "Generic",
        "Every task in one shared rewriting that uses public information only.",
        "condition",
        METER,
        _CONDITION,
    ),
    MetricText(
        "adapted-1",
        "Adapted-1",
        "Each task in the wording of one source drawn at random, for everybody alike: means over "
        "10,000 assignments, with what 95 % of them give.",
        "condition",
        MIXED,
        f"{_HERE}.adapted.adapted_scores",
    ),
)
TRANSFER_TEXTS = (
    MetricText(
        "reward",
        "Reward",
        "Mean over tasks of the reward under a condition; all tasks must have it.",
        "share",
        METER,
        _CONDITION,
    ),
    MetricText(
        "macro_ams",
        "Mean AMS",
        "AMS in the mean over the configurations that are whole under a condition.",
        "score",
        METER,
        f"{_HERE}.condition_comparison.Compared",
    ),
    MetricText(
        "macro_reward",
        "Mean reward",
        "Reward in the mean over the configurations that are whole under a condition.",
        "share",
        METER,
        f"{_HERE}.condition_comparison.Compared",
    ),
    MetricText(
        "ams_change",
        "AMS change",
        "AMS under a condition minus AMS under Original, of the same configurations; the interval "
        "draws the same tasks for both.",
        "score",
        OURS,
        f"{_HERE}.condition_comparison.Compared",
    ),
    MetricText(
        "reward_change",
        "Reward change",
        "Reward under a condition minus reward under Original, of the same configurations.",
        "share",
        OURS,
        f"{_HERE}.condition_comparison.Compared",
    ),
    MetricText(
        "effective",
        "Effective share",
        "Tasks on which reward rises against the original, or stays while cost falls, among those "
        "that can be compared.",
        "share",
        METER,
        f"{_HERE}.transfer.transfers",
    ),
    MetricText(
        "first_share",
        "First in",
        "Assignments of Adapted-1 in which no configuration has a higher AMS; equal ones are all "
        "first.",
        "share",
        METER,
        f"{_HERE}.adapted.firsts",
    ),
    MetricText(
        "same_order",
        "Order kept",
        "Assignments of Adapted-1 in which every configuration has the place that it has under "
        "Original.",
        "share",
        OURS,
        f"{_HERE}.descriptions_board.descriptions_board",
    ),
)
