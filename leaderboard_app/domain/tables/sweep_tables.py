"""The numbers of a family's budget sweep, and whether agents respond to their budget."""

from leaderboard_app.domain.family_payload import (
    SweepCurvePayload,
    SweepFamilyPayload,
    SweepPointPayload,
)
from leaderboard_app.domain.tables.headers import AGENT_HEADER, agent_cell, metric_header
from tasks_app.domain.cells import amount_cell, rate_cell, unknown_cell
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table


def sweep_table(family: SweepFamilyPayload) -> Table:
    """One line per agent and budget label."""
    return Table(
        key=f"sweep-{family['family']}",
        caption=f"{family['title']}: the numbers of the curves",
        header=(
            AGENT_HEADER,
            metric_header("budget"),
            metric_header("strict", "Strict"),
            metric_header("lenient"),
            metric_header("composite"),
            metric_header("no_step"),
            metric_header("over_budget"),
            metric_header("mean_units"),
        ),
        rows=tuple(
            _point_row(curve, point) for curve in family["curves"] for point in curve["points"]
        ),
        empty="No agent has run this family at a swept budget yet.",
    )


def response_table(family: SweepFamilyPayload) -> Table:
    """Whether composite research goes up where the budget begins to afford it."""
    return Table(
        key=f"response-{family['family']}",
        caption=f"{family['title']}: response to the budget",
        header=(AGENT_HEADER, metric_header("response"), HeaderCell("kind", "Kind")),
        rows=tuple(_response_row(curve) for curve in family["curves"]),
        empty="No agent has run this family at a swept budget yet.",
    )


def _point_row(curve: SweepCurvePayload, point: SweepPointPayload) -> Row:
    budget = amount_cell(point["budget"], "There is no cap on this track.")
    return Row(
        (
            agent_cell(curve["agent"], "", curve["control"]),
            Cell(budget.text, budget.value, CellKind.NUMBER, note=point["budget_label"]),
            *(rate_cell(point[key]) for key in ("strict", "lenient", "composite")),
            *(rate_cell(point[key]) for key in ("no_step", "over_budget")),
            amount_cell(point["mean_units"]["value"], point["mean_units"].get("reason", "")),
        ),
        css="is-control" if curve["control"] else "",
    )


def _response_row(curve: SweepCurvePayload) -> Row:
    response = curve["response"]
    kind = response["kind"]
    return Row(
        (
            agent_cell(curve["agent"], "", curve["control"]),
            _difference_cell(response["value"], response["low"], response["high"])
            if response["value"] is not None
            else unknown_cell(response.get("reason", "")),
            Cell(kind, kind) if kind else unknown_cell("This family has no composite research."),
        ),
        css="is-control" if curve["control"] else "",
    )


def _difference_cell(value: float, low: float | None, high: float | None) -> Cell:
    """A difference of shares in points, with its interval written out."""
    known = low is not None and high is not None
    note = f"{100 * (low or 0):+.1f} to {100 * (high or 0):+.1f}" if known else ""
    return Cell(f"{100 * value:+.1f} points", value, CellKind.NUMBER, note=note)
