"""The page of descriptions: does the ranking survive another wording of the tasks?"""

from typing import Any, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app.domain.description_figures import firsts_figure
from leaderboard_app.domain.meter.descriptions_payload import MeterDescriptionsPayload
from leaderboard_app.domain.tables.description_answer import (
    assignments_sentence,
    effective_sentence,
    survival_sentence,
)
from leaderboard_app.domain.tables.description_tables import (
    ConditionHref,
    conditions_table,
    matrix_table,
    numbers_table,
)
from leaderboard_app.domain.tables.transfer_tables import (
    firsts_table,
    sources_table,
    transfer_matrix,
    transfer_numbers,
)
from leaderboard_app.evidence_links import evidence_href
from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.meter_choice import MeterChoice, chosen_meter_board
from tasks_app.domain.meter_task import TaskSet


@require_safe
def meter_descriptions(request: HttpRequest) -> HttpResponse:
    """Conditions, transfers and first places; at most four queries."""
    choice = chosen_meter_board(request, "meter-descriptions")
    context: dict[str, Any] = {"choice": choice, "pages": grid_tabs("meter-descriptions", choice)}
    if choice.payload is not None:
        board = cast(MeterDescriptionsPayload, choice.payload)
        context |= _comparison(choice, board)
    return render(request, "leaderboard/meter_descriptions.html", context)


def _comparison(choice: MeterChoice, board: MeterDescriptionsPayload) -> dict[str, Any]:
    href = _condition_href(choice)
    ref = choice.snapshot.bundle_ref if choice.snapshot else ""
    texts = reverse("candidate-list", args=[ref])
    return {
        "board": board,
        "answer": survival_sentence(board),
        "drawn": assignments_sentence(board["adapted"]) if board["adapted"] else "",
        "effective": effective_sentence(board),
        "conditions": conditions_table(board),
        "matrix": matrix_table(board, href),
        "numbers": numbers_table(board, href),
        "firsts_figure": firsts_figure(board),
        "firsts": firsts_table(board),
        "transfers": transfer_matrix(board),
        "transfer_numbers": transfer_numbers(board),
        "sources": sources_table(board, lambda source: f"{texts}?{urlencode({'source': source})}"),
        "texts": texts,
        "tasks": [
            (task, reverse("task-descriptions", args=[ref, task])) for task in board["tasks"]
        ],
    }


def _condition_href(choice: MeterChoice) -> ConditionHref:
    """The episodes behind a cell, where the same snapshot has them as a grid of the Opt set."""
    evidence = evidence_href(choice)
    boards: Any = choice.snapshot.manifest["boards"] if choice.snapshot else []
    grids = {
        board["condition"]
        for board in boards
        if (board["kind"], board["track"]) == ("agentmeter", choice.track)
        and board["task_set"] == TaskSet.OPT
    }

    def href(agent_id: int, condition: str) -> str:
        if condition not in grids:
            return ""
        return evidence(agent_id, set=TaskSet.OPT.value, condition=condition)

    return href
