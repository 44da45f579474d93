"""The grid page: which model in which CLI, by which criterion, and what is behind it."""

from collections.abc import Iterator
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app import queries
from leaderboard_app.domain.grid_figures import curve_figure, places_figure
from leaderboard_app.domain.meter.grid_slice import sliced
from leaderboard_app.domain.meter.payload import AgentMeterPayload
from leaderboard_app.domain.meter.strata import Stratum
from leaderboard_app.domain.tables.grid_failures import dearest_failures, failure_shares
from leaderboard_app.domain.tables.grid_heat import heat_map
from leaderboard_app.domain.tables.grid_leaders import leaders_sentence, leaders_table
from leaderboard_app.domain.tables.grid_standings import clis_table, curve_table, places_table
from leaderboard_app.domain.tables.grid_tables import ranked_table, stratum_table
from leaderboard_app.domain.tables.headers import EvidenceHref
from leaderboard_app.evidence_links import evidence_href
from leaderboard_app.grid_choice import GridChoice, grid_choice, kept_fields
from leaderboard_app.grid_prices import price_section
from leaderboard_app.grid_tabs import grid_tabs
from leaderboard_app.meter_choice import MeterChoice, chosen_meter_board
from tasks_app.domain.table import Table
from tasks_app.web.sorting import link

SHOWN_FAILURES = 10


@require_safe
def agentmeter(request: HttpRequest) -> HttpResponse:
    """Configurations by AMS, passes, USD and tokens per pass; at most seven queries, and five
    more where other prices are asked for."""
    choice = chosen_meter_board(request, "agentmeter")
    context: dict[str, Any] = {"choice": choice, "pages": grid_tabs("agentmeter", choice)}
    if choice.payload is not None:
        whole = cast(AgentMeterPayload, choice.payload)
        context |= _grid(request.GET, choice, whole)
    return render(request, "leaderboard/agentmeter.html", context)


def _grid(query: QueryDict, choice: MeterChoice, whole: AgentMeterPayload) -> dict[str, Any]:
    chosen = grid_choice(query, whole)
    board = sliced(whole, chosen.models, chosen.clis)
    evidence = evidence_href(choice)
    return {
        "whole": whole,
        "board": board,
        "chosen": chosen,
        "kept": kept_fields(query),
        "kept_filtered": kept_fields(query, "model", "cli"),
        "all_href": link(query, model=None, cli=None),
        "answer": leaders_sentence(board),
        "leaders": leaders_table(board, evidence),
        "ranked": _ranked(board, chosen, evidence),
        "unranked": list(_unranked(board, evidence)),
        "heat": heat_map(board, chosen.measure, evidence),
        "places": places_table(board, evidence),
        "places_figure": places_figure(board),
        "clis": clis_table(board) if _has_spread(board) else None,
        "curves": _curves(board, chosen, evidence),
        "failures": _failures(board, evidence),
        "thresholds": _thresholds(choice, whole),
        "prices": price_section(query, choice, board),
    }


def _ranked(board: AgentMeterPayload, chosen: GridChoice, evidence: EvidenceHref) -> Table:
    if chosen.stratum is None:
        return ranked_table(board, evidence)
    return stratum_table(board, chosen.stratum, evidence)


def _unranked(board: AgentMeterPayload, evidence: EvidenceHref) -> Iterator[dict[str, Any]]:
    """Rows without a rank, with links to what is missing and to what has no price."""
    for row in board["rows"]:
        if not row["ranked"]:
            missing, unpriced = (
                evidence(row["agent"]["id"], outcome=outcome) for outcome in ("missing", "unpriced")
            )
            yield {"row": row, "missing_href": missing, "unpriced_href": unpriced}


def _has_spread(board: AgentMeterPayload) -> bool:
    return any(one["spread"] is not None for one in board["clis_by_model"])


def _curves(
    board: AgentMeterPayload, chosen: GridChoice, evidence: EvidenceHref
) -> list[dict[str, Any]]:
    """A figure and its numbers for the chosen stratum, or for each."""
    strata = [chosen.stratum] if chosen.stratum else list(Stratum)
    drawn = [(stratum, curve_figure(board, stratum)) for stratum in strata]
    return [
        {"figure": figure, "numbers": curve_table(board, stratum, evidence)}
        for stratum, figure in drawn
        if figure is not None
    ]


def _failures(board: AgentMeterPayload, evidence: EvidenceHref) -> dict[str, Any]:
    """Shares by stratum, and the dearest ones with links to their episodes."""
    shown = board["expensive_failures"]["shown"][:SHOWN_FAILURES]
    ids = queries.failure_episodes(shown) if shown else {}

    def href(run_id: str, task_id: str) -> str:
        pk = ids.get((run_id, task_id))
        return reverse("episode-detail", args=[pk]) if pk else ""

    return {
        "shares": failure_shares(board, evidence) if board["calibration"] else None,
        "dearest": dearest_failures(shown, href) if shown else None,
        "total": board["expensive_failures"]["total"],
        "shown": len(shown),
    }


def _thresholds(choice: MeterChoice, board: AgentMeterPayload) -> dict[str, str]:
    """Strata without a threshold, with the reason."""
    ref = board["calibration"]
    if ref is None or choice.snapshot is None:
        return {}
    return queries.missing_thresholds(choice.snapshot.bundle_id, ref["version"])
