"""The comparison of descriptions as CSV: configurations by condition, and the transfer matrix."""

from collections.abc import Iterator, Mapping
from typing import Any

from tasks_app.domain.csv_text import csv_text
from tasks_app.domain.table import SortValue

NUMBER_KEYS = ("low", "high", "reason")
AGENT_KEYS = ("id", "name", "owner", "track")
CELL_NUMBERS = ("ams", "reward", "ams_change", "reward_change")
CELL_HEADER = (
    *("configuration", "model", "cli", *(f"agent_{key}" for key in AGENT_KEYS), "is_source"),
    *("condition", "place", "unplaced_reason", "shift", "episodes", "episodes_needed"),
    *(part for name in CELL_NUMBERS for part in (name, *(f"{name}_{k}" for k in NUMBER_KEYS))),
    *("first_in", "assignments"),
)
TRANSFER_COUNTS = ("rises", "cheaper", "unknown", "kept")
TRANSFER_NUMBERS = ("reward_change", "cost_change", "ams")
TRANSFER_HEADER = (
    *("source", "target", "is_own", "effective", "tasks", "share", *TRANSFER_COUNTS),
    *(part for name in TRANSFER_NUMBERS for part in (name, f"{name}_reason")),
)


def conditions_csv(board: Mapping[str, Any]) -> str:
    """A line for each configuration and condition; ``first_in`` of so many ``assignments`` in the
    lines of Adapted-1 only. Unknown is empty, with a ``_reason``."""
    firsts = {one["key"]: one["share"] for one in (board["adapted"] or {"firsts": []})["firsts"]}
    names = [one["condition"] for one in board["conditions"]]
    return csv_text(
        CELL_HEADER,
        (
            [
                *_who(row),
                name,
                *_cell(row["conditions"][name]),
                *_first(name, firsts.get(row["key"])),
            ]
            for row in board["rows"]
            for name in names
        ),
    )


def transfers_csv(board: Mapping[str, Any]) -> str:
    """A line for each source and target; ``effective`` of so many ``tasks``."""
    return csv_text(TRANSFER_HEADER, map(_transfer, board["transfers"]))


def _who(row: Mapping[str, Any]) -> Iterator[SortValue]:
    yield from (row[name] for name in ("key", "model", "cli"))
    yield from (row["agent"][key] for key in AGENT_KEYS)
    yield "yes" if row["is_source"] else "no"


def _cell(cell: Mapping[str, Any]) -> Iterator[SortValue]:
    yield from (cell[name] for name in ("place", "unplaced_reason", "shift"))
    yield from (cell["coverage"][name] for name in ("numerator", "denominator"))
    for name in CELL_NUMBERS:
        yield cell[name]["value"]
        yield from (cell[name].get(key) for key in NUMBER_KEYS)


def _first(condition: str, share: Mapping[str, Any] | None) -> tuple[SortValue, SortValue]:
    if condition != "adapted-1" or share is None:
        return None, None
    return share["numerator"], share["denominator"]


def _transfer(one: Mapping[str, Any]) -> list[SortValue]:
    numbers = ((one[name]["value"], one[name].get("reason")) for name in TRANSFER_NUMBERS)
    effective = one["effective"]
    return [
        one["source"],
        one["target"],
        "yes" if one["is_own"] else "no",
        effective["numerator"],
        effective["denominator"],
        effective["value"],
        *(one[name] for name in TRANSFER_COUNTS),
        *(part for pair in numbers for part in pair),
    ]
