"""The draw of an audit: even over family x judge verdict, and the same for the same seed (ours).

Within a cell the draw is systematic over episodes in salted order of task and then of episode.
Each episode of a cell has the same inclusion probability, n_h / N_h, and the episodes of one
task, whose answers are near-duplicates, are spread: a task with m of them gives m n_h / N_h,
rounded up or down, and so never two while the cell draws fewer than one in m.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from audit_app.domain.cells import Cell, Populations
from tasks_app.domain.canonical import salted_key, salted_order

SEPARATOR = "\x1f"


class FrameUnit(NamedTuple):
    """An episode that may be drawn. ``answer_key`` is equal for answers known to be the same."""

    episode_id: str
    task_id: str
    cell: Cell
    answer_key: str = ""


@dataclass(frozen=True)
class Drawn:
    """A drawn episode; its weight in estimates is one over its inclusion probability."""

    unit: FrameUnit
    inclusion_probability: float


@dataclass(frozen=True)
class Sample:
    """A draw and all that re-derives it. ``drawn`` is in serving order: salted, cells mixed."""

    seed: str
    frame_digest: str
    populations: Populations
    draws: Mapping[Cell, int]
    drawn: tuple[Drawn, ...]


def populations(frame: Iterable[FrameUnit]) -> dict[Cell, int]:
    """How many episodes of the frame each cell holds, by family and verdict."""
    counts = Counter(unit.cell for unit in frame)
    return {cell: counts[cell] for cell in sorted(counts, key=_cell_key)}


def allocate(populations: Populations, size: int) -> dict[Cell, int]:
    """How many to draw of each cell: as even as the populations allow.

    From the smallest cell up, each gets an equal part, rounded down, of what is still to be
    given, or all that it has. So the shortfall of small cells goes evenly to the larger ones,
    draws of cells that are not used up differ by one at most, and the larger cell gets the odd
    one (ties: by name). They add up to min(size, population).
    """
    draws, left = dict.fromkeys(sorted(populations, key=_cell_key), 0), max(0, size)
    ascending = sorted(populations, key=lambda cell: (populations[cell], _cell_key(cell)))
    for index, cell in enumerate(ascending):
        draws[cell] = min(populations[cell], left // (len(ascending) - index))
        left -= draws[cell]
    return draws


def draw(frame: Sequence[FrameUnit], draws: Mapping[Cell, int], seed: str) -> Sample:
    """Draw ``draws`` (from ``allocate``) of each cell of ``frame``, in any order, under ``seed``.

    ValueError where a cell has fewer episodes than are to be drawn, or an episode comes twice.
    """
    counts = populations(frame)
    if len({unit.episode_id for unit in frame}) != len(frame):
        raise ValueError("An episode is in the frame twice.")
    short = [cell.title for cell, wanted in draws.items() if wanted > counts.get(cell, 0)]
    if short:
        raise ValueError(f"More is to be drawn than there is in: {', '.join(short)}.")
    by_cell: dict[Cell, list[FrameUnit]] = {cell: [] for cell in counts}
    for unit in frame:
        by_cell[unit.cell].append(unit)
    drawn = [
        Drawn(unit, draws[cell] / len(units))
        for cell, units in by_cell.items()
        if draws.get(cell)
        for unit in _systematic(units, draws[cell], seed)
    ]
    ordered = salted_order(drawn, f"{seed}/serving", lambda item: item.unit.episode_id)
    return Sample(seed, frame_digest(frame), counts, dict(draws), tuple(ordered))


def choose_overlap(sample: Sample, share: float) -> frozenset[str]:
    """Ids of the episodes that a second reviewer gets too: ``share`` of each cell, rounded up.

    Deterministic by the sample's seed, and independent of the serving order.
    """
    chosen: set[str] = set()
    for cell, count in sample.draws.items():
        ids = [item.unit.episode_id for item in sample.drawn if item.unit.cell == cell]
        ordered = salted_order(ids, f"{sample.seed}/overlap", str)
        chosen.update(ordered[: ceil(round(count * share, 9))])
    return frozenset(chosen)


def frame_digest(frame: Iterable[FrameUnit]) -> str:
    """SHA-256 (hex) of the frame's lines in order of episode id; blind to the order given."""
    lines = sorted(
        SEPARATOR.join((unit.episode_id, unit.task_id, *_cell_key(unit.cell))) for unit in frame
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _systematic(units: Sequence[FrameUnit], count: int, seed: str) -> list[FrameUnit]:
    """``count`` of ``units``, N / n apart from a salted start, in salted order of task.

    With start r uniform in 0..N - 1, position p is taken when r + i N falls into [p n, (p + 1) n)
    for some i: an interval of n out of N, so with probability n / N exactly. Only tasks that a
    position falls into are put in order: a million episodes are not hashed for a hundred.
    """
    by_task: dict[str, list[FrameUnit]] = {}
    for unit in units:
        by_task.setdefault(unit.task_id, []).append(unit)
    total = len(units)
    start = int(salted_key(seed, "start", *_cell_key(units[0].cell)), 16) % total
    places = deque((start + index * total) // count for index in range(count))
    taken, begin = [], 0
    for task in sorted(by_task, key=lambda task: salted_key(seed, "task", task)):
        end = begin + len(by_task[task])
        if places and places[0] < end:
            ordered = _salted(by_task[task], seed)
            while places and places[0] < end:
                taken.append(ordered[places.popleft() - begin])
        begin = end
    return taken


def _salted(units: Sequence[FrameUnit], seed: str) -> list[FrameUnit]:
    """Episodes of one task in salted order of answer and episode."""
    return sorted(units, key=lambda unit: (unit.answer_key, salted_key(seed, unit.episode_id)))


def _cell_key(cell: Cell) -> tuple[str, str]:
    return cell.family, str(cell.verdict or "")
