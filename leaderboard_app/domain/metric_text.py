"""What a metric is called and means, in one sentence: a value that pages and docs show."""

from dataclasses import dataclass

PAPER = "EcoAgent-Bench"
OURS = "(ours)"
MIXED = f"{PAPER}; {OURS}"
ECON = "leaderboard_app.domain.econ"
"""Module of most functions."""


@dataclass(frozen=True)
class MetricText:
    """``key`` is the metric's name in payloads, URLs and CSV; ``header`` a column's short title.

    ``source`` is EcoAgent-Bench (arXiv 2608.05519), or "(ours)" where the paper gives no
    formula; ``function`` is the dotted path of the code that computes it.
    """

    key: str
    header: str
    explanation: str
    unit: str
    source: str
    function: str
