"""The same episodes under two pricings: what each configuration costs, and what becomes of AMS.

The calibration stays as it is frozen, with its budgets in USD; nothing is run again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard_app.domain.meter.boards import MeterSubject
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.grid_place import GridPlace, grid_episodes
from leaderboard_app.domain.meter.scores import ConfigurationScore, scores
from leaderboard_app.domain.meter.standings import ranks_by_criterion
from tasks_app.domain.price_book import Cost
from tasks_app.domain.price_book_changes import CostDifference, cost_difference


@dataclass(frozen=True)
class PricedTwice:
    """One configuration under two pricings. ``places`` by AMS among complete ones, old and new;
    None where it has none."""

    costs: CostDifference
    old: ConfigurationScore
    new: ConfigurationScore
    places: tuple[int | None, int | None]


def priced_twice(old: MeterSubject, new: MeterSubject, at: GridPlace) -> tuple[PricedTwice, ...]:
    """Each configuration of a grid, in the order of its episodes; the subjects differ in their
    pricing only. KeyError: a set that they do not have."""
    episodes = [grid_episodes(subject, at) for subject in (old, new)]
    found = [
        scores(one, subject.calibration, subject.unpriced(at.track))
        for one, subject in zip(episodes, (old, new), strict=True)
    ]
    places = [ranks_by_criterion(one)["ams"] for one in found]
    reasons = [subject.unpriced(at.track) for subject in (old, new)]
    return tuple(
        PricedTwice(
            costs=cost_difference(before.key, _costs(episodes, reasons, row)),
            old=before,
            new=after,
            places=(places[0].get(before.key), places[1].get(before.key)),
        )
        for row, (before, after) in enumerate(zip(*found, strict=True))
        if before.tally.passes.denominator
    )


def _costs(
    episodes: Sequence[MeterEpisodes], reasons: Sequence[Mapping[str, str]], row: int
) -> list[tuple[Cost, Cost]]:
    """The cost of each episode that counts, by both pricings."""
    key, counts = episodes[0].keys[row], episodes[0].graded[row]
    columns = (one.cost[row][counts] for one in episodes)
    old, new = (
        [_cost(float(value), reason.get(key)) for value in column]
        for column, reason in zip(columns, reasons, strict=True)
    )
    return list(zip(old, new, strict=True))


def _cost(value: float, reason: str | None) -> Cost:
    return Cost(None, reason) if np.isnan(value) else Cost(value)
