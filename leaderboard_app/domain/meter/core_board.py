"""The board ``meter-core``: how far Core, and smaller cores, keep the order of Full."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from leaderboard_app.domain.meter.calibration import Calibration
from leaderboard_app.domain.meter.core_agreement import (
    Expected,
    FullOrder,
    Permutations,
    SubsetAgreement,
    full_order,
    permutations,
    smaller_sizes,
    subset_agreement,
)
from leaderboard_app.domain.meter.core_payload import (
    CoreRowPayload,
    ExpectedPayload,
    LeftOutPayload,
    MeterCorePayload,
    OrderPayload,
    SubsetPayload,
)
from leaderboard_app.domain.meter.episodes import MeterEpisodes
from leaderboard_app.domain.meter.grid import GridFrame
from leaderboard_app.domain.meter.numbers import settled
from leaderboard_app.domain.meter.rank_agreement import places
from leaderboard_app.domain.meter.scores import scores
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.meter.task_sets import CORE_PER_STRATUM, core_selection
from leaderboard_app.domain.payload_parts import number_payload
from leaderboard_app.domain.resampling import Floats

SIZE_SUBSETS = 2_000
"""Random subsets that each smaller core is compared with: the first of those of Core."""

NO_CONFIGURATION = "No configuration has a place on the full set."
CORE_IS_FULL = f"With {CORE_PER_STRATUM} tasks of each stratum Core would be all of Full."
NO_SMALLER = "The strata are too small to take some of their tasks."


@dataclass(frozen=True, eq=False)
class _Comparison:
    """What is compared: configurations with a place on Full, in one calibration."""

    calibration: Calibration
    episodes: MeterEpisodes
    seed: int

    @cached_property
    def order(self) -> FullOrder:
        return full_order(self.episodes, self.calibration)

    @cached_property
    def random(self) -> Permutations:
        return permutations(self.order, self.seed)

    @cached_property
    def random_of_sizes(self) -> Permutations:
        return {name: found[:SIZE_SUBSETS] for name, found in self.random.items()}

    def by_stratum(self, task_ids: Collection[str]) -> dict[str, list[str]]:
        """In the order of effort."""
        return {
            name.value: [
                task.task_id
                for task in self.calibration.tasks
                if task.stratum is name and task.task_id in task_ids
            ]
            for name in Stratum
        }

    def strata(self, task_ids: Sequence[str]) -> dict[str, int]:
        found = [self.calibration.stratum_of[task] for task in task_ids]
        return {name.value: found.count(name) for name in Stratum}

    def places_on(self, task_ids: Sequence[str]) -> list[OrderPayload]:
        """AMS and place of each configuration by some tasks, of each stratum at least one."""
        return _places(full_order(self.episodes.select(tasks=task_ids), self.calibration).scores)


def core_board(
    frame: GridFrame, episodes: MeterEpisodes, core: Sequence[str] | None, seed: int
) -> MeterCorePayload:
    """``episodes``: the full set under the original wording; ``core``: tasks of it, or None."""
    left_out = list(_left_out(frame, episodes))
    board = _empty(frame, episodes, left_out)
    unplaced = {one["key"] for one in left_out}
    placed = [key for key in episodes.keys if key not in unplaced]
    if frame.calibration is None:
        return board
    if not placed:
        return board | {"core_reason": NO_CONFIGURATION, "sizes_reason": NO_CONFIGURATION}
    found = _Comparison(frame.calibration, episodes.select(configurations=placed), seed)
    sizes = [_size(found, size) for size in smaller_sizes(frame.calibration)]
    return {
        **board,
        "core": _core(found, core),
        "core_reason": _core_reason(found, core),
        "is_selected": core is not None and _is_selected(found, core),
        "sizes": sizes,
        "sizes_reason": None if sizes else NO_SMALLER,
        "rows": _rows(found, None if _core_reason(found, core) else core),
    }


def _empty(
    frame: GridFrame, episodes: MeterEpisodes, left_out: list[LeftOutPayload]
) -> MeterCorePayload:
    """The board without a comparison, as it is before there is a calibration."""
    head = frame.spanning_head
    return {
        "kind": "meter-core",
        **head,
        "tasks": len(episodes.task_ids),
        "core": None,
        "core_reason": head["calibration_reason"],
        "is_selected": False,
        "sizes": [],
        "sizes_reason": head["calibration_reason"],
        "rows": [],
        "left_out": left_out,
    }


def _left_out(frame: GridFrame, episodes: MeterEpisodes) -> Iterator[LeftOutPayload]:
    for score in scores(episodes, frame.calibration, frame.unpriced):
        if score.unranked_reason is not None:
            yield {"key": score.key, "reason": score.unranked_reason}


def _core(found: _Comparison, core: Sequence[str] | None) -> SubsetPayload | None:
    if core is None or _core_reason(found, core):
        return None
    return _subset(found, subset_agreement(found.order, core, found.random), found.random)


def _core_reason(found: _Comparison, core: Sequence[str] | None) -> str | None:
    if core is None:
        return CORE_IS_FULL
    empty = next((name for name, count in found.strata(core).items() if not count), None)
    return f"Core has no {empty} task, and so no AMS." if empty else None


def _is_selected(found: _Comparison, core: Sequence[str]) -> bool:
    most = max(found.strata(core).values())
    return set(core) == set(core_selection(found.calibration, most))


def _size(found: _Comparison, size: int) -> SubsetPayload:
    chosen = core_selection(found.calibration, size)
    random = found.random_of_sizes
    return _subset(found, subset_agreement(found.order, chosen, random), random)


def _subset(found: _Comparison, subset: SubsetAgreement, random: Permutations) -> SubsetPayload:
    return {
        "tasks": len(subset.task_ids),
        "strata": found.strata(subset.task_ids),
        "task_ids": found.by_stratum(set(subset.task_ids)),
        "spearman": number_payload(subset.spearman),
        "kendall": number_payload(subset.kendall),
        "largest_shift": number_payload(subset.largest_shift),
        "random": {
            "subsets": len(random[Stratum.EASY]),
            "spearman": _expected(subset.random_spearman),
            "kendall": _expected(subset.random_kendall),
        },
    }


def _expected(found: Expected) -> ExpectedPayload:
    return {
        "mean": number_payload(found.mean, found.interval),
        "percentile": number_payload(found.percentile),
    }


def _rows(found: _Comparison, core: Sequence[str] | None) -> list[CoreRowPayload]:
    full = _places(found.order.scores)
    by_core: Sequence[OrderPayload | None] = [None] * len(full)
    if core is not None:
        by_core = found.places_on(core)
    rows: list[Any] = [
        {
            "key": one.key,
            "model": one.model,
            "cli": one.cli,
            "agent": one.agent,
            "full": mine,
            "core": other,
            "shift": other["place"] - mine["place"] if other else None,
        }
        for one, mine, other in zip(found.episodes.configurations, full, by_core, strict=True)
    ]
    return sorted(rows, key=lambda row: (row["full"]["place"], row["key"]))


def _places(ams: Floats) -> list[OrderPayload]:
    ranks = places(np.asarray(ams)[:, None])[:, 0]
    return [
        {"ams": settled(value), "place": int(place)}
        for value, place in zip(ams.tolist(), ranks.tolist(), strict=True)
    ]
