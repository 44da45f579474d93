"""The episodes of a grid as columns: configurations x tasks x repeats.

Unknown figures are NaN, here and in the calculations of this package only: whatever leaves it is
a ``Number``, a ``Rate`` or JSON, in which unknown is None.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard_app.domain.meter.configuration import Configuration
from runs_app.domain.episode import EpisodeStatus

Column = NDArray[np.float64]
"""Configurations x tasks x repeats."""

Truth = NDArray[np.bool_]

Shape = tuple[int, ...]
Positions = tuple[list[int], list[int], list[int]]
"""Places of cells in a column: rows, columns and repeats."""

FAILED_BY_STATUS = {EpisodeStatus.AGENT_TIMEOUT, EpisodeStatus.AGENT_ERROR}


class CellState(IntEnum):
    """What is there of an episode. Only a graded one counts; the others are missing."""

    ABSENT = 0
    GRADED = 1
    INFRASTRUCTURE = 2
    UNGRADED = 3


class MeterCell(NamedTuple):
    """The attempt that counts for (configuration key, task, repeat); repeats count from 1.

    reward in [0, 1], cost in USD under the grid's pricing; None is unknown.
    """

    configuration: str
    task_id: str
    repeat: int
    reward: float | None
    cost: float | None
    tokens: float | None
    steps: float | None
    run_id: str
    status: str


@dataclass(frozen=True, eq=False)
class MeterEpisodes:
    """All episodes of one condition. ``repeats``: how many episodes of each task a
    configuration promises; cells beyond them are not missed. Figures of cells that do not count
    are NaN; ``run`` indexes ``run_ids``, -1 where nothing is there.
    """

    configurations: tuple[Configuration, ...]
    task_ids: tuple[str, ...]
    repeats: tuple[int, ...]
    state: NDArray[np.uint8]
    reward: Column
    cost: Column
    tokens: Column
    steps: Column
    run: NDArray[np.int32]
    run_ids: tuple[str, ...]

    @cached_property
    def graded(self) -> Truth:
        """Which cells hold an episode that counts."""
        return np.asarray(self.state == CellState.GRADED)

    @cached_property
    def passed(self) -> Truth:
        return np.asarray(self.reward == 1.0)

    @cached_property
    def planned(self) -> Truth:
        """Which cells a configuration promised: configurations x 1 x repeats."""
        slots = np.arange(self.state.shape[2])
        return np.asarray(slots[None, None, :] < np.array(self.repeats, int)[:, None, None])

    @cached_property
    def missing(self) -> Truth:
        """Promised cells that do not count."""
        return np.asarray(self.planned & ~self.graded)

    @cached_property
    def complete(self) -> Truth:
        """Which configurations have all that they promised."""
        return np.asarray(~self.missing.any(axis=(1, 2)))

    @cached_property
    def unpriced(self) -> Truth:
        """Episodes that count and whose cost is unknown."""
        return np.asarray(self.graded & np.isnan(self.cost))

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(one.key for one in self.configurations)

    def select(
        self, tasks: Sequence[str] | None = None, configurations: Sequence[str] | None = None
    ) -> "MeterEpisodes":
        """Some tasks (by id) and configurations (by key), in the order given; all where None."""
        rows = _places(self.keys, configurations)
        columns = _places(self.task_ids, tasks)
        chosen = np.ix_(rows, columns)
        return replace(
            self,
            configurations=tuple(self.configurations[row] for row in rows),
            task_ids=tuple(self.task_ids[column] for column in columns),
            repeats=tuple(self.repeats[row] for row in rows),
            state=self.state[chosen],
            reward=self.reward[chosen],
            cost=self.cost[chosen],
            tokens=self.tokens[chosen],
            steps=self.steps[chosen],
            run=self.run[chosen],
        )


def meter_episodes(
    configurations: Sequence[Configuration],
    task_ids: Sequence[str],
    repeats: int | Mapping[str, int],
    cells: Iterable[MeterCell],
) -> MeterEpisodes:
    """Columns of ``cells``, at most one a place: of more the last counts.

    ``repeats``: episodes of each task, of all configurations or by key (as far as a
    configuration's runs go: one that never promised a third episode does not lack it).
    KeyError: a cell of an unknown configuration or task; IndexError: of a repeat beyond all.
    """
    found = list(cells)
    promised = [repeats if isinstance(repeats, int) else repeats[c.key] for c in configurations]
    shape = (len(configurations), len(task_ids), max(promised, default=1))
    at = _positions(found, [c.key for c in configurations], task_ids)
    run_ids = sorted({cell.run_id for cell in found})
    run_places = {run_id: place for place, run_id in enumerate(run_ids)}
    run = _filled(shape, -1, at, [run_places[cell.run_id] for cell in found])
    return MeterEpisodes(
        configurations=tuple(configurations),
        task_ids=tuple(task_ids),
        repeats=tuple(promised),
        run=run.astype(np.int32),
        run_ids=tuple(run_ids),
        **_measures(found, shape, at),
    )


def _measures(cells: Sequence[MeterCell], shape: Shape, at: Positions) -> dict[str, Any]:
    state = _filled(shape, CellState.ABSENT, at, [cell_state(cell) for cell in cells])
    return {
        "state": state.astype(np.uint8),
        "reward": _counted(state, at, [_reward(cell) for cell in cells]),
        "cost": _counted(state, at, [cell.cost for cell in cells]),
        "tokens": _counted(state, at, [cell.tokens for cell in cells]),
        "steps": _counted(state, at, [cell.steps for cell in cells]),
    }


def cell_state(cell: MeterCell) -> CellState:
    """An agent's timeout or error counts without a verdict; other missing verdicts do not."""
    if cell.status == EpisodeStatus.INFRASTRUCTURE_ERROR:
        return CellState.INFRASTRUCTURE
    return CellState.UNGRADED if _reward(cell) is None else CellState.GRADED


def _reward(cell: MeterCell) -> float | None:
    if cell.reward is None and cell.status in FAILED_BY_STATUS:
        return 0.0
    return cell.reward


def _positions(
    cells: Sequence[MeterCell], keys: Sequence[str], task_ids: Sequence[str]
) -> Positions:
    rows = {key: row for row, key in enumerate(keys)}
    columns = {task_id: column for column, task_id in enumerate(task_ids)}
    return (
        [rows[cell.configuration] for cell in cells],
        [columns[cell.task_id] for cell in cells],
        [cell.repeat - 1 for cell in cells],
    )


def _filled(shape: Shape, empty: float, at: Positions, values: Sequence[float | None]) -> Column:
    """A column of ``empty`` with ``values`` in their places; None becomes NaN."""
    column = np.full(shape, empty, np.float64)
    if values:
        column[at] = np.array(values, np.float64)
    return column


def _counted(state: Column, at: Positions, values: Sequence[float | None]) -> Column:
    return np.where(state == CellState.GRADED, _filled(state.shape, np.nan, at, values), np.nan)


def _places(names: Sequence[str], chosen: Sequence[str] | None) -> list[int]:
    if chosen is None:
        return list(range(len(names)))
    place = {name: index for index, name in enumerate(names)}
    return [place[name] for name in chosen]
