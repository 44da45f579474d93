"""Effort strata: a bundle's tasks in three equal parts. AgentMeter (arXiv 2606.21140v2)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum


class Stratum(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def strata_of(ordered: Sequence[str]) -> Mapping[str, Stratum]:
    """The stratum of each task; ``ordered`` by (effort, task id). A remainder goes to hard."""
    third = len(ordered) // len(Stratum)
    strata = [Stratum.EASY] * third + [Stratum.MEDIUM] * third
    strata += [Stratum.HARD] * (len(ordered) - len(strata))
    return dict(zip(ordered, strata, strict=True))
