"""What the episodes of one configuration add up to: counts, tokens and USD.

AgentMeter (arXiv 2606.21140v2): passes, tokens per pass and USD per pass stand beside AMS always.
"""

from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.measures import Number, Rate
from leaderboard_app.domain.meter.episodes import CellState, Column, MeterEpisodes, Truth
from leaderboard_app.domain.meter.numbers import NOTHING_COUNTS, per_pass, settled, total

EXAMPLES = 5
CAUSES = {
    "absent": CellState.ABSENT,
    "infrastructure": CellState.INFRASTRUCTURE,
    "ungraded": CellState.UNGRADED,
}


@dataclass(frozen=True)
class Tally:
    """Over the episodes that count, but ``coverage``: those of all that were promised.

    ``missing`` by cause; ``unpriced`` episodes with ``examples`` of their tasks.
    """

    coverage: Rate
    passes: Rate
    mean_reward: Number
    total_tokens: Number
    total_usd: Number
    tokens_per_pass: Number
    usd_per_pass: Number
    missing: dict[str, int]
    unpriced: int
    examples: tuple[str, ...]


def tallies(episodes: MeterEpisodes) -> tuple[Tally, ...]:
    """One for each configuration, in order."""
    return tuple(_tally(episodes, row) for row in range(len(episodes.configurations)))


def _tally(episodes: MeterEpisodes, row: int) -> Tally:
    graded = episodes.graded[row]
    count, passes = int(graded.sum()), int(episodes.passed[row].sum())
    reward = float(np.where(graded, episodes.reward[row], 0.0).sum())
    tokens = _sum(episodes.tokens[row], count, "Tokens")
    usd = _sum(episodes.cost[row], count, "Costs")
    unpriced = episodes.unpriced[row]
    dear = [episodes.task_ids[place] for place in np.flatnonzero(unpriced.any(axis=1))[:EXAMPLES]]
    return Tally(
        coverage=Rate(count, int(episodes.planned[row].sum()) * len(episodes.task_ids)),
        passes=Rate(passes, count, NOTHING_COUNTS),
        mean_reward=Number(settled(reward / count), count)
        if count
        else Number(None, 0, NOTHING_COUNTS),
        total_tokens=tokens,
        total_usd=usd,
        tokens_per_pass=per_pass(tokens, passes),
        usd_per_pass=per_pass(usd, passes),
        missing=_missing(episodes.state[row], episodes.missing[row]),
        unpriced=int(unpriced.sum()),
        examples=tuple(dear),
    )


def _sum(figures: Column, count: int, what: str) -> Number:
    known = ~np.isnan(figures)
    return total(float(figures[known].sum()), int(known.sum()), count, what)


def _missing(state: np.ndarray, missing: Truth) -> dict[str, int]:
    return {cause: int((missing & (state == value)).sum()) for cause, value in CAUSES.items()}
