"""Core and smaller cores as CSV: a line for each, with its agreement and its tasks."""

from collections.abc import Iterator, Mapping
from typing import Any

from leaderboard_app.domain.meter.strata import Stratum
from tasks_app.domain.csv_text import csv_text
from tasks_app.domain.table import SortValue

AGREEMENTS = ("spearman", "kendall")


def core_csv(board: Mapping[str, Any]) -> str:
    """``core`` is yes in the line of Core itself. An agreement has its value, what random subsets
    come to (``_expected`` with ``_low`` and ``_high``) and its ``_percentile`` among them; unknown
    is empty, with a ``_reason``."""
    subsets = [(True, board["core"])] if board["core"] else []
    subsets += [(False, size) for size in board["sizes"]]
    keys = _line(False, _BLANK)
    return csv_text(keys, (_line(*subset).values() for subset in subsets))


_NOTHING: Mapping[str, Any] = {"value": None}
_BLANK: Mapping[str, Any] = {
    "tasks": 0,
    "strata": dict.fromkeys(Stratum, 0),
    "largest_shift": _NOTHING,
    **dict.fromkeys(AGREEMENTS, _NOTHING),
    "random": {
        "subsets": 0,
        **{name: {"mean": _NOTHING, "percentile": _NOTHING} for name in AGREEMENTS},
    },
    "task_ids": {name.value: [] for name in Stratum},
}


def _line(is_core: bool, subset: Mapping[str, Any]) -> dict[str, SortValue]:
    line: dict[str, SortValue] = {"core": "yes" if is_core else "no", "tasks": subset["tasks"]}
    line |= {name.value: subset["strata"][name.value] for name in Stratum}
    for name in AGREEMENTS:
        line |= dict(_agreement(name, subset[name], subset["random"][name]))
    line["largest_shift"] = subset["largest_shift"]["value"]
    line["random_subsets"] = subset["random"]["subsets"]
    line["task_ids"] = " ".join(task for name in Stratum for task in subset["task_ids"][name])
    return line


def _agreement(
    name: str, found: Mapping[str, Any], random: Mapping[str, Any]
) -> Iterator[tuple[str, SortValue]]:
    yield name, found["value"]
    yield f"{name}_reason", found.get("reason")
    yield f"{name}_expected", random["mean"]["value"]
    for end in ("low", "high"):
        yield f"{name}_expected_{end}", random["mean"].get(end)
    yield f"{name}_percentile", random["percentile"]["value"]
