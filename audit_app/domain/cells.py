"""The cells of an audit, family x judge verdict, and what was counted in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from runs_app.domain.episode import Verdict
from tasks_app.domain.families import FAMILY_TITLES, Family


class Cell(NamedTuple):
    """Episodes of one family with one verdict.

    ``family`` is free text, since imported labels know other ones. ``verdict`` is None in a
    realism review, which looks at tasks and not at verdicts.
    """

    family: str
    verdict: Verdict | None

    @property
    def is_positive(self) -> bool:
        """Whether the judge called these episodes correct."""
        return self.verdict is Verdict.CORRECT

    @property
    def title(self) -> str:
        return f"{self.family} / {self.verdict}" if self.verdict else self.family

    @property
    def words(self) -> str:
        """The title as sentences say it."""
        family = family_title(self.family)
        return f"{family} / {self.verdict}" if self.verdict else family


def family_title(family: str) -> str:
    """The title of a family of ours; labels made elsewhere have others, shown as they are."""
    return FAMILY_TITLES[Family(family)] if family in set(Family) else family


Populations = Mapping[Cell, int]
"""Episodes of the frame in each cell."""


@dataclass(frozen=True)
class CellCount:
    """A cell of ``population`` episodes (N_h): ``labelled`` of them (n_h) have a human yes or no,
    ``positive`` of these a yes."""

    cell: Cell
    population: int
    labelled: int
    positive: int

    @property
    def rate(self) -> float | None:
        """The human-positive rate of the cell's sample, p_h."""
        return self.positive / self.labelled if self.labelled else None

    @property
    def errors(self) -> int:
        """Labels against the judge's verdict."""
        return self.labelled - self.positive if self.cell.is_positive else self.positive
