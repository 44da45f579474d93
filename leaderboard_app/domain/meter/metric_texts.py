"""The one text of each number of a grid: column headers, docs/metrics.md and the API show these."""

from collections.abc import Mapping

from leaderboard_app.domain.meter.agreement_texts import CORE_TEXTS, SENSITIVITY_TEXTS
from leaderboard_app.domain.meter.description_texts import CONDITION_TEXTS, TRANSFER_TEXTS
from leaderboard_app.domain.meter.score_texts import CALIBRATION_TEXTS, METER, SCORE_TEXTS
from leaderboard_app.domain.metric_text import OURS, MetricText

_HERE = "leaderboard_app.domain.meter"

_TALLIES = (
    MetricText(
        "passes",
        "Passes",
        "Episodes with reward 1 among those that count.",
        "share",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "mean_reward",
        "Mean reward",
        "Mean reward of the episodes that count.",
        "share",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "usd_per_pass",
        "USD per pass",
        "What all episodes cost together, failed ones too, divided by the passes.",
        "USD",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "tokens_per_pass",
        "Tokens per pass",
        "Tokens of all episodes together, failed ones too, divided by the passes.",
        "tokens",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "total_usd",
        "Total USD",
        "What the episodes that count cost together.",
        "USD",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "total_tokens",
        "Total tokens",
        "Tokens of the episodes that count together.",
        "tokens",
        METER,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "coverage",
        "Coverage",
        "Episodes that count among those promised: tasks x repeats; only a full row is ranked.",
        "share",
        OURS,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "missing",
        "Missing",
        "Episodes that do not count: never uploaded, lost to an infrastructure error, or without "
        "a verdict.",
        "episodes",
        OURS,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "unpriced",
        "Without a price",
        "Episodes that count and whose cost in USD is unknown.",
        "episodes",
        OURS,
        f"{_HERE}.tallies.tallies",
    ),
    MetricText(
        "repeats",
        "Repeats",
        "Episodes of each task that a configuration promises; the value of a task is their mean.",
        "episodes",
        METER,
        f"{_HERE}.task_values.mean_over_repeats",
    ),
)
_BESIDE = (
    MetricText(
        "leaders",
        "Leaders",
        "The best complete rows by AMS, passes, USD per pass and tokens per pass.",
        "configurations",
        METER,
        f"{_HERE}.standings.leaders",
    ),
    MetricText(
        "ranks",
        "Places by criterion",
        "1 + the number of complete rows that are better by the value of one criterion.",
        "place",
        OURS,
        f"{_HERE}.standings.ranks_by_criterion",
    ),
    MetricText(
        "spread",
        "Spread",
        "AMS of a model in its best CLI minus AMS in its worst.",
        "score",
        METER,
        f"{_HERE}.standings.clis_by_model",
    ),
    MetricText(
        "curves",
        "Budget-quality curve",
        "Mean reward of episodes within each budget of a stratum; its mean is AUBQC.",
        "share",
        METER,
        f"{_HERE}.curves.curves",
    ),
    MetricText(
        "expensive_failures",
        "Expensive failures",
        "The episodes behind EFR, the dearest first.",
        "episodes",
        METER,
        f"{_HERE}.curves.expensive_failures",
    ),
)

METER_TEXTS: Mapping[str, MetricText] = {
    text.key: text
    for text in (
        *CALIBRATION_TEXTS,
        *SCORE_TEXTS,
        *_TALLIES,
        *_BESIDE,
        *CORE_TEXTS,
        *SENSITIVITY_TEXTS,
        *CONDITION_TEXTS,
        *TRANSFER_TEXTS,
    )
}
"""By key, in the order in which docs/metrics.md lists them."""
