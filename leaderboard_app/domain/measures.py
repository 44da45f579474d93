"""Shares and means over episodes, undefined ones with their reason: never 0 or NaN instead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from leaderboard_app.domain.scored import ScoredEpisode

Predicate = Callable[[ScoredEpisode], bool]

MEASURES: Mapping[str, Predicate] = {
    "strict": attrgetter("is_strict"),
    "lenient": attrgetter("is_lenient"),
    "feasibility": attrgetter("is_feasible"),
    "over_budget": attrgetter("is_over_budget"),
    "abstention_rate": attrgetter("is_abstention"),
    "composite_rate": attrgetter("is_composite"),
    "no_step_rate": attrgetter("is_without_step"),
}
"""What is counted, by the name that payloads give its share."""


@dataclass(frozen=True)
class Rate:
    """``numerator / denominator``; without tasks it is undefined for ``reason``."""

    numerator: int
    denominator: int
    reason: str = "There are no such tasks."

    @property
    def value(self) -> float | None:
        return self.numerator / self.denominator if self.denominator else None


@dataclass(frozen=True)
class Number:
    """A mean or ratio over ``n`` episodes; None is undefined, and ``reason`` then says why."""

    value: float | None
    n: int = 0
    reason: str = ""


def share(episodes: Sequence[ScoredEpisode], measure: str) -> Rate:
    """Episodes of which ``measure`` (a key of MEASURES) holds / all, missing ones included."""
    return Rate(sum(map(MEASURES[measure], episodes)), len(episodes))


def share_of_attempted(episodes: Sequence[ScoredEpisode], measure: str) -> Rate:
    """``share``, undefined where none of the episodes is scored: nothing was attempted there."""
    if all(episode.missing for episode in episodes):
        return Rate(0, 0, "None of these tasks has a scored episode.")
    return share(episodes, measure)


def mean_units(episodes: Iterable[ScoredEpisode]) -> Number:
    """Mean cost of the scored episodes whose cost is known, in the agent's cost basis.

    EcoAgent-Bench, mean units; leaving out unknown costs, and saying how many count, is ours.
    """
    costs = known_units(episodes)
    if not costs:
        return Number(None, 0, "No scored episode has a known cost.")
    return Number(sum(costs) / len(costs), len(costs))


def known_units(episodes: Iterable[ScoredEpisode]) -> list[float]:
    """The known costs of scored episodes, in the agent's cost basis."""
    return [e.units for e in episodes if e.missing is None and e.units is not None]
