"""What an audit of a given draw can be expected to tell, before anybody labels anything (ours)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise

from audit_app.domain.agreement import Agreement, agreement
from audit_app.domain.cells import Cell, CellCount, Populations
from audit_app.domain.estimates import PopulationEstimate, population_estimate
from audit_app.domain.realism import RealismFigures, figures_of

ASSUMED = 0.9
"""Share of labels assumed to confirm the verdict, near the 91.7 % of EcoAgent-Bench; or of tasks
to be found realistic."""


@dataclass(frozen=True)
class Expectation:
    """The intervals to expect if people confirm the verdict as often as ``assumed``."""

    assumed: float
    sample: Agreement
    population: PopulationEstimate


def expectation(
    populations: Populations, draws: Mapping[Cell, int], assumed: float = ASSUMED
) -> Expectation:
    """Every cell labelled in full, ``assumed`` of all labels confirming the verdict."""
    confirming = shared_out(draws, assumed)
    counts = [
        CellCount(cell, populations[cell], drawn, _positive(cell, drawn, confirming[cell]))
        for cell, drawn in draws.items()
    ]
    table = [[0, 0], [0, 0]]
    for count in counts:
        row = table[not count.cell.is_positive]
        row[0] += count.positive
        row[1] += count.labelled - count.positive
    return Expectation(assumed, agreement(table), population_estimate(counts))


def realism_expectation(
    populations: Populations, draws: Mapping[Cell, int], assumed: float = ASSUMED
) -> RealismFigures:
    """Every drawn task reviewed, ``assumed`` of all of them found realistic."""
    realistic = shared_out(draws, assumed)
    return figures_of(
        [
            CellCount(cell, populations[cell], drawn, realistic[cell])
            for cell, drawn in draws.items()
        ]
    )


def shared_out(draws: Mapping[Cell, int], assumed: float) -> dict[Cell, int]:
    """How many of each cell's draw make up ``assumed`` of the whole draw, in whole labels.

    What rounding takes from one cell, the next one gets: cells of two rounded by themselves would
    promise that nobody ever contradicts the judge.
    """
    ends = list(accumulate(draws.values(), initial=0))
    upto = [round(end * assumed) for end in ends]
    return {cell: end - start for cell, (start, end) in zip(draws, pairwise(upto), strict=True)}


def _positive(cell: Cell, drawn: int, confirming: int) -> int:
    return confirming if cell.is_positive else drawn - confirming
