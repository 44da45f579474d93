"""The texts of how two orders of configurations agree: Core and Full, other parameters."""

from leaderboard_app.domain.meter.score_texts import METER, MIXED
from leaderboard_app.domain.metric_text import OURS, MetricText

_HERE = "leaderboard_app.domain.meter"

CORE_TEXTS = (
    MetricText(
        "place",
        "Place",
        "1 + the number of configurations with a higher AMS; intervals are not looked at.",
        "place",
        OURS,
        f"{_HERE}.rank_agreement.places",
    ),
    MetricText(
        "shift",
        "Moves",
        "Places that a configuration falls from the first order to the second; negative, or up, "
        "where it rises.",
        "places",
        METER,
        f"{_HERE}.rank_agreement.agreements",
    ),
    MetricText(
        "spearman",
        "Spearman",
        "Correlation of the ranks of two orders of the same configurations, from -1 to 1; equal "
        "ones have their average rank.",
        "correlation",
        METER,
        f"{_HERE}.rank_agreement.agreements",
    ),
    MetricText(
        "kendall",
        "Kendall",
        "Pairs of configurations in the same order minus pairs in opposite orders, over the pairs "
        "that are not equal (tau-b), from -1 to 1.",
        "correlation",
        METER,
        f"{_HERE}.rank_agreement.agreements",
    ),
    MetricText(
        "largest_shift",
        "Largest shift",
        "The most places that any configuration moves from one order to the other.",
        "places",
        METER,
        f"{_HERE}.rank_agreement.agreements",
    ),
    MetricText(
        "expected",
        "Random subsets",
        "Mean agreement with Full of random subsets that have as many tasks of each stratum, with "
        "the interval that holds 95 % of them.",
        "correlation",
        MIXED,
        f"{_HERE}.core_agreement.subset_agreement",
    ),
    MetricText(
        "percentile",
        "Percentile",
        "How many in a hundred of the random subsets agree with Full less than these tasks do; "
        "those that agree equally count by half.",
        "percent",
        MIXED,
        f"{_HERE}.core_agreement.subset_agreement",
    ),
)
SENSITIVITY_TEXTS = (
    MetricText(
        "moved",
        "Tasks that move",
        "Tasks that are in another stratum than in the published calibration.",
        "tasks",
        METER,
        f"{_HERE}.sensitivity_payload.sensitivity_payload",
    ),
    MetricText(
        "changed",
        "Places that change",
        "Configurations with another place by AMS than under the published parameters.",
        "configurations",
        METER,
        f"{_HERE}.sensitivity_payload.sensitivity_payload",
    ),
    MetricText(
        "kept",
        "Top five",
        "How many of the first five by the published AMS are still among the first five; of equal "
        "ones the name decides.",
        "configurations",
        METER,
        f"{_HERE}.sensitivity_payload.sensitivity_payload",
    ),
)
