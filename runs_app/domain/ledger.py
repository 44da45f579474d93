"""The ledger: the only code that adds the cost of steps (EcoAgent-Bench, cost accounting)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tasks_app.domain.prices import PriceSchedule


@dataclass(frozen=True)
class LedgerLine:
    """One step priced: units of the step, running total and whether this step went over."""

    number: int
    action: str
    tier: str | None
    units: float
    total: float
    went_over: bool


@dataclass(frozen=True)
class Ledger:
    """A priced sequence of steps against a budget, all in units."""

    budget: float
    lines: tuple[LedgerLine, ...]

    @property
    def total(self) -> float:
        return self.lines[-1].total if self.lines else 0.0

    @property
    def remaining(self) -> float:
        """May be negative once the budget is exceeded."""
        return self.budget - self.total

    @property
    def within_budget(self) -> bool:
        """Equality is within."""
        return self.total <= self.budget

    @property
    def over_step(self) -> int | None:
        """Number (from 1) of the first step at which the total exceeds the budget."""
        return next((line.number for line in self.lines if line.went_over), None)

    def charged(self, action: str, tier: str | None, units: float) -> "Ledger":
        """This ledger with one more step."""
        total = self.total + units
        went_over = total > self.budget >= self.total
        line = LedgerLine(len(self.lines) + 1, action, tier, units, total, went_over)
        return Ledger(self.budget, (*self.lines, line))


def price_steps(
    steps: Iterable[tuple[str, str | None]], prices: PriceSchedule, budget: float
) -> Ledger:
    """The ledger of (action, tier) steps under a bundle's prices. KeyError: no such price."""
    lines: list[LedgerLine] = []
    total = 0.0
    for number, (action, tier) in enumerate(steps, start=1):
        units = prices.price(action, tier)
        went_over = total <= budget < total + units
        total += units
        lines.append(LedgerLine(number, action, tier, units, total, went_over))
    return Ledger(budget, tuple(lines))
