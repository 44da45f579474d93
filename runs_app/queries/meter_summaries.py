"""What the episodes of meter runs come to: one query for as many runs as a page shows."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from runs_app.queries.meter_sql import TALLIES


class Total(NamedTuple):
    """A sum over the episodes for which it is known, and how many those are."""

    known: int = 0
    total: float = 0.0


NOTHING = Total()


@dataclass(frozen=True)
class MeterTally:
    """Counts of tasks by their latest attempt that is not an infrastructure error.

    ``graded`` have a reward that counts; ``passed`` one of 1; ``reward`` is the sum over the
    graded. Tokens, USD, steps and wall seconds are sums over those for which they are known.
    """

    attempted: int = 0
    graded: int = 0
    passed: int = 0
    reward: float = 0.0
    tokens: Total = NOTHING
    usd: Total = NOTHING
    steps: Total = NOTHING
    seconds: Total = NOTHING

    @property
    def mean_reward(self) -> float | None:
        """None where nothing is graded."""
        return self.reward / self.graded if self.graded else None


def meter_tallies(run_ids: Collection[UUID]) -> dict[UUID, MeterTally]:
    """A tally for each run that has attempted anything; one query, none for no runs."""
    if not run_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(TALLIES, [list(run_ids)])
        return {run_id: _tally(*numbers) for run_id, *numbers in cursor.fetchall()}


def _tally(attempted: int, graded: int, passed: int, reward: float, *sums: float) -> MeterTally:
    totals = (Total(int(known), total) for known, total in zip(sums[::2], sums[1::2], strict=True))
    return MeterTally(attempted, graded, passed, reward, *totals)
