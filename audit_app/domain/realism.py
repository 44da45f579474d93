"""What a realism review says of a bundle: how much of it was looked at, and found realistic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from audit_app.domain.audited import AuditedItem
from audit_app.domain.cells import Cell, CellCount, Populations
from audit_app.domain.estimates import population_estimate
from audit_app.domain.intervals import proportion
from audit_app.domain.quantity import Proportion, Quantity

NO_REVIEW = "undefined: no task was reviewed"


@dataclass(frozen=True)
class RealismFigures:
    """``coverage``: reviewed tasks of all tasks, a count without an interval. ``realistic``: those
    of the reviewed that were found so; ``rate``: the share of all tasks, weighted by family."""

    coverage: Proportion
    realistic: Proportion
    by_family: Mapping[str, Proportion]
    rate: Quantity


def realism_figures(
    populations: Populations, items: Sequence[AuditedItem]
) -> RealismFigures | None:
    """The figures of a review of tasks, whose cells have no verdict; None for other audits."""
    tasks = {cell: size for cell, size in populations.items() if cell.verdict is None}
    if not tasks:
        return None
    return figures_of([_count(cell, size, items) for cell, size in tasks.items()])


def figures_of(counts: Sequence[CellCount]) -> RealismFigures:
    """The figures of families with their reviewed tasks and those found realistic."""
    reviewed, positive = _sums(counts)
    return RealismFigures(
        coverage=Proportion(reviewed, sum(count.population for count in counts)),
        realistic=proportion(positive, reviewed, NO_REVIEW),
        by_family={
            count.cell.family: proportion(count.positive, count.labelled, NO_REVIEW)
            for count in counts
        },
        rate=population_estimate(counts).human_rate,
    )


def _count(cell: Cell, size: int, items: Sequence[AuditedItem]) -> CellCount:
    said = [item.human for item in items if item.cell == cell and item.human is not None]
    return CellCount(cell, size, len(said), sum(said))


def _sums(counts: Sequence[CellCount]) -> tuple[int, int]:
    return sum(count.labelled for count in counts), sum(count.positive for count in counts)
