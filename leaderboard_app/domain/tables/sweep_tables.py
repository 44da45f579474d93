"""The numbers of a family's budget sweep, and whether agents respond to their budget."""

from leaderboard_app.domain.family_payload import (
    SweepCurvePayload,
    SweepFamilyPayload,
    SweepPointPayload,
)
from leaderboard_app.domain.tables.costs import comparable_cost_cell, other_basis_cell
from leaderboard_app.domain.tables.headers import (
    AGENT_HEADER,
    EvidenceHref,
    agent_cell,
    control_css,
    metric_header,
)
from tasks_app.domain.cells import amount_cell, rate_cell, text_cell, unknown_cell
from tasks_app.domain.numbers import MINUS
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

NO_SWEEP = "No agent has run this family at a swept budget yet."
RATES = {
    "strict": "strict",
    "lenient": "lenient",
    "composite": "research",
    "no_step": "no-step",
    "over_budget": "over",
}
"""Columns of shares with the filter that shows the episodes in their numerator."""


def sweep_table(family: SweepFamilyPayload, basis: str, evidence: EvidenceHref) -> Table:
    """One line per agent and budget label; costs in ``basis``."""
    return Table(
        key=f"sweep-{family['family']}",
        caption=f"{family['title']}: the numbers of the curves",
        header=(
            AGENT_HEADER,
            HeaderCell("label", "Label"),
            metric_header("budget"),
            *(metric_header(key, "Strict" if key == "strict" else "") for key in RATES),
            metric_header("mean_units", "Mean cost"),
        ),
        rows=tuple(
            _point_row(curve, point, basis, _filtered(evidence, curve, point, family["family"]))
            for curve in family["curves"]
            for point in curve["points"]
        ),
        empty=NO_SWEEP,
    )


def response_table(family: SweepFamilyPayload) -> Table:
    """Whether composite research goes up where the budget begins to afford it."""
    return Table(
        key=f"response-{family['family']}",
        caption=f"{family['title']}: response to the budget",
        header=(AGENT_HEADER, metric_header("response"), HeaderCell("kind", "Kind")),
        rows=tuple(_response_row(curve) for curve in family["curves"]),
        empty=NO_SWEEP,
    )


def _filtered(
    evidence: EvidenceHref, curve: SweepCurvePayload, point: SweepPointPayload, family: str
) -> EvidenceHref:
    """Links to the episodes of one point: ``(outcome) -> URL``."""

    def behind(outcome: str) -> str:
        label = point["budget_label"]
        return evidence(curve["agent"]["id"], budget=label, family=family, outcome=outcome)

    return behind


def _point_row(
    curve: SweepCurvePayload, point: SweepPointPayload, basis: str, behind: EvidenceHref
) -> Row:
    return Row(
        (
            agent_cell(curve["agent"], "", curve["control"]),
            text_cell(point["budget_label"]),
            _budget_cell(point["budget"], curve["cost_basis"], basis),
            *(rate_cell(point[key], href=behind(outcome)) for key, outcome in RATES.items()),  # type: ignore[literal-required]
            comparable_cost_cell(point["mean_units"], curve["cost_basis"], basis, behind("scored")),
        ),
        css=control_css(curve["control"]),
    )


def _budget_cell(budget: float | None, basis: str, of_table: str) -> Cell:
    if basis != of_table:
        return other_basis_cell(basis, of_table)
    return amount_cell(budget, "There is no cap on this track.")


def _response_row(curve: SweepCurvePayload) -> Row:
    response = curve["response"]
    kind = response["kind"]
    return Row(
        (
            agent_cell(curve["agent"], "", curve["control"]),
            _difference_cell(response["value"], response["low"], response["high"])
            if response["value"] is not None
            else unknown_cell(response.get("reason", "")),
            text_cell(kind)
            if kind
            else unknown_cell("This family has no composite research.", CellKind.TEXT),
        ),
        css=control_css(curve["control"]),
    )


def _difference_cell(value: float, low: float | None, high: float | None) -> Cell:
    """A difference of shares in points, with its interval written out."""
    known = low is not None and high is not None
    note = f"{points_text(low or 0)} to {points_text(high or 0)}" if known else ""
    return Cell(f"{points_text(value)} points", value, CellKind.NUMBER, note=note)


def points_text(difference: float) -> str:
    """0.125 -> ``+12.5``; what rounds to nothing is plainly ``0``."""
    points = round(100 * difference, 1)
    sign = "" if points == 0 else "+" if points > 0 else MINUS
    return f"{sign}{abs(points):.1f}" if points else "0"
