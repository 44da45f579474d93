"""The page of Core against Full: does it take all tasks to tell configurations apart?"""

from collections.abc import Iterator
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app.board_choice import Option
from leaderboard_app.domain.core_figures import agreement_figure
from leaderboard_app.domain.meter.core_payload import MeterCorePayload, SubsetPayload
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.core_tables import (
    AGREEMENTS,
    agreement_table,
    orders_table,
    sizes_table,
)
from leaderboard_app.evidence_links import evidence_href
from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.meter_choice import MeterChoice, chosen_meter_board
from tasks_app.web.params import Param, read_params
from tasks_app.web.sorting import link

CORE = "core"
ENOUGH = 0.9
"""The expected Spearman from which a size is pointed out (ours)."""


@require_safe
def meter_core(request: HttpRequest) -> HttpResponse:
    """Agreement of Core, and of smaller cores, with Full; at most four queries."""
    choice = chosen_meter_board(request, "meter-core")
    context: dict[str, Any] = {"choice": choice, "pages": grid_tabs("meter-core", choice)}
    if choice.payload is not None:
        board = cast(MeterCorePayload, choice.payload)
        context |= _comparison(request.GET, choice, board)
    return render(request, "leaderboard/meter_core.html", context)


def _comparison(query: QueryDict, choice: MeterChoice, board: MeterCorePayload) -> dict[str, Any]:
    subsets = _subsets(board)
    reading = read_params(query, [Param("size", tuple(subsets))])
    chosen = reading["size"] or _usual(board, subsets)
    return {
        "board": board,
        "note": reading.note,
        "agreement": agreement_table(board["core"]) if board["core"] else None,
        "figures": [agreement_figure(board, m) for m in AGREEMENTS] if board["sizes"] else [],
        "sizes": sizes_table(board),
        "orders": orders_table(board, evidence_href(choice)),
        "enough": _enough(board),
        "options": list(_options(query, subsets, chosen)),
        "tasks": _tasks(choice, subsets[chosen]) if chosen else None,
    }


def _subsets(board: MeterCorePayload) -> dict[str, SubsetPayload]:
    """The cores whose tasks can be shown, by their name in the URL."""
    sizes = {str(size["tasks"]): size for size in board["sizes"]}
    return {CORE: board["core"], **sizes} if board["core"] else sizes


def _enough(board: MeterCorePayload) -> SubsetPayload | None:
    """The smallest size at which random subsets are expected to agree well."""
    means = ((size, size["random"]["spearman"]["mean"]["value"]) for size in board["sizes"])
    return next((size for size, mean in means if mean is not None and mean >= ENOUGH), None)


def _usual(board: MeterCorePayload, subsets: dict[str, SubsetPayload]) -> str:
    """Core itself, else the size that is pointed out, else the largest."""
    enough = _enough(board)
    if CORE in subsets or not subsets:
        return CORE if subsets else ""
    return str(enough["tasks"]) if enough else list(subsets)[-1]


def _options(query: QueryDict, subsets: dict[str, SubsetPayload], chosen: str) -> Iterator[Option]:
    for name, subset in subsets.items():
        title = f"Core ({subset['tasks']})" if name == CORE else name
        yield Option(title, f"{link(query, size=name)}#tasks", name == chosen)


def _tasks(choice: MeterChoice, subset: SubsetPayload) -> dict[str, list[tuple[str, str]]]:
    """(task id, address of its page) by stratum, the easy ones first."""
    ref = choice.snapshot.bundle_ref if choice.snapshot else ""
    return {
        name.value: [
            (task, reverse("task-detail", args=[ref, task]))
            for task in subset["task_ids"][name.value]
        ]
        for name in Stratum
    }
