"""What the synthetic tasks are about: ten small sets of records, and the names in them."""

from typing import NamedTuple


class Subject(NamedTuple):
    """``name`` is that of its files; rows are grouped by ``group`` and have an ``amount``."""

    name: str
    group: str
    amount: str
    least: int
    most: int


SUBJECTS = (
    Subject("rainfall", "station", "millimetres", 12, 37),
    Subject("inventory", "shelf", "pieces", 5, 48),
    Subject("payroll", "department", "hours", 20, 16),
    Subject("flights", "airline", "delay", 15, 64),
    Subject("library", "branch", "loans", 3, 29),
    Subject("orchard", "variety", "kilograms", 40, 53),
    Subject("clinic", "ward", "beds", 2, 11),
    Subject("harbour", "berth", "tonnes", 250, 72),
    Subject("census", "district", "households", 100, 85),
    Subject("transit", "line", "boardings", 60, 41),
)
