"""What an audit of a given draw can be expected to tell, before anybody labels anything (ours)."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    """Every cell labelled in full, ``assumed`` of its labels (rounded) confirming the verdict."""
    counts = [
        CellCount(cell, populations[cell], drawn, _positive(cell, drawn, assumed))
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
    """Every drawn task reviewed, ``assumed`` of each family (rounded) found realistic."""
    return figures_of(
        [
            CellCount(cell, populations[cell], drawn, round(drawn * assumed))
            for cell, drawn in draws.items()
        ]
    )


def _positive(cell: Cell, drawn: int, assumed: float) -> int:
    confirming = round(drawn * assumed)
    return confirming if cell.is_positive else drawn - confirming
