"""The ledger: the only code that adds the cost of steps (EcoAgent-Bench, cost accounting)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tasks_app.domain.prices import PriceSchedule

DIGITS = 6
"""Amounts count to a millionth of a unit, so that 0.1 + 0.2 is within a budget of 0.3."""


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
        return round(self.budget - self.total, DIGITS)

    @property
    def within_budget(self) -> bool:
        """Equality is within."""
        return not exceeds(self.total, self.budget)

    @property
    def over_step(self) -> int | None:
        """Number (from 1) of the first step at which the total exceeds the budget."""
        return next((line.number for line in self.lines if line.went_over), None)

    def charged(self, action: str, tier: str | None, units: float) -> "Ledger":
        """This ledger with one more step."""
        line = _next_line(self.lines[-1] if self.lines else None, action, tier, units, self.budget)
        return Ledger(self.budget, (*self.lines, line))


def price_steps(
    steps: Iterable[tuple[str, str | None]], prices: PriceSchedule, budget: float
) -> Ledger:
    """The ledger of (action, tier) steps under a bundle's prices. KeyError: no such price."""
    lines: list[LedgerLine] = []
    for action, tier in steps:
        last = lines[-1] if lines else None
        lines.append(_next_line(last, action, tier, prices.price(action, tier), budget))
    return Ledger(budget, tuple(lines))


def exceeds(amount: float, budget: float) -> bool:
    """Whether an amount is more than a budget in the same cost basis; equality is within."""
    return round(amount - budget, DIGITS) > 0


def _next_line(
    last: LedgerLine | None, action: str, tier: str | None, units: float, budget: float
) -> LedgerLine:
    before = last.total if last else 0.0
    total = round(before + units, DIGITS)
    went_over = exceeds(total, budget) and not exceeds(before, budget)
    return LedgerLine(last.number + 1 if last else 1, action, tier, units, total, went_over)
