"""Pages of the boards: choose, show the stored payload, link to what is behind it."""

from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from leaderboard_app.board_choice import BoardChoice, Option, chosen_board
from leaderboard_app.domain.family_payload import (
    FailuresPayload,
    FamilyMatrixPayload,
    SweepFamilyPayload,
    SweepsPayload,
)
from leaderboard_app.domain.figures import SweepMeasure, sweep_figure
from leaderboard_app.domain.payload import BoardKind, LeaderboardPayload
from leaderboard_app.domain.tables.correction_note import correction_note
from leaderboard_app.domain.tables.family_tables import (
    failures_table,
    heat_table,
    matrix_numbers,
)
from leaderboard_app.domain.tables.headers import EvidenceHref
from leaderboard_app.domain.tables.leaderboard_table import controls_table, leaderboard_table
from leaderboard_app.domain.tables.sweep_tables import response_table, sweep_table
from leaderboard_app.evidence_links import evidence_href
from tasks_app.web.params import Param, read_params
from tasks_app.web.sorting import link

MEASURES: tuple[SweepMeasure, ...] = ("strict", "composite")
BOARD_PAGES = {
    "leaderboard": "Leaderboard",
    "family-matrix": "Family matrix",
    "sweeps": "Budget sweeps",
    "failures": "Failures",
}


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Who spends well: agents by Econ, controls apart."""
    choice = chosen_board(request, "leaderboard")
    parts: dict[str, Any] = {}
    if choice.payload is not None:
        board = cast(LeaderboardPayload, choice.payload)
        evidence = evidence_href(choice)
        parts = {
            "board_table": leaderboard_table(board, evidence),
            "controls": controls_table(board, evidence),
            "correction_note": correction_note(board),
        }
    return _board_page(request, "leaderboard", choice, parts)


@require_safe
def family_matrix(request: HttpRequest) -> HttpResponse:
    """Agents by families, as heat map and as numbers."""
    choice = chosen_board(request, "family-matrix")
    parts: dict[str, Any] = {}
    if choice.payload is not None:
        board = cast(FamilyMatrixPayload, choice.payload)
        evidence = evidence_href(choice)
        parts = {"heat": heat_table(board, evidence), "numbers": matrix_numbers(board, evidence)}
    return _board_page(request, "family-matrix", choice, parts)


@require_safe
def sweeps(request: HttpRequest) -> HttpResponse:
    """How agents change with their budget, one section a family."""
    choice = chosen_board(request, "sweeps")
    sections: list[dict[str, Any]] = []
    if choice.payload is not None:
        board = cast(SweepsPayload, choice.payload)
        sections = [_section(family, board, evidence_href(choice)) for family in board["families"]]
    return _board_page(request, "sweeps", choice, {"sections": sections})


def _section(
    family: SweepFamilyPayload, board: SweepsPayload, evidence: EvidenceHref
) -> dict[str, Any]:
    """The figures and tables of one family: nothing is drawn where nobody was swept, and nothing
    is said of research where there is none."""
    basis, curves = board["cost_basis"], family["curves"]
    is_swept = any(curve["points"] for curve in curves)
    has_research = any(curve["response"]["kind"] for curve in curves)
    measures = MEASURES if has_research else MEASURES[:1]
    return {
        "family": family,
        "figures": [sweep_figure(family, basis, m) for m in measures] if is_swept else [],
        "numbers": sweep_table(family, basis, evidence),
        "response": response_table(family) if has_research else None,
    }


@require_safe
def failures(request: HttpRequest) -> HttpResponse:
    """At which stage episodes fail, over all families or in one."""
    choice = chosen_board(request, "failures")
    parts: dict[str, Any] = {}
    if choice.payload is not None:
        board = cast(FailuresPayload, choice.payload)
        families = {found["family"]: found["title"] for found in board["families"]}
        reading = read_params(request.GET, [Param("family", tuple(families))])
        family = reading["family"] or ""
        parts = {
            "table": failures_table(board, evidence_href(choice), family),
            "families": list(_family_options(request.GET, families, family)),
            "family_note": reading.note,
        }
    return _board_page(request, "failures", choice, parts)


def _family_options(query: QueryDict, titles: Mapping[str, str], current: str) -> Iterator[Option]:
    yield Option("All", link(query, family=None), not current)
    for family, title in titles.items():
        yield Option(title, link(query, family=family), family == current)


def _board_page(
    request: HttpRequest, kind: BoardKind, choice: BoardChoice, parts: dict[str, Any]
) -> HttpResponse:
    query = f"?{urlencode(choice.kept)}" if choice.kept else ""
    pages = [
        Option(title, reverse(name) + query, name == kind) for name, title in BOARD_PAGES.items()
    ]
    pages.append(Option("AgentMeter", reverse("agentmeter"), is_current=False))
    template = f"leaderboard/{kind.replace('-', '_')}.html"
    return render(request, template, {"choice": choice, "pages": pages, **parts})
