"""Tables with families as columns: the matrix, as heat map and as numbers, and failure stages."""

from leaderboard_app.domain.family_payload import (
    FailureRowPayload,
    FailuresPayload,
    FamilyCellPayload,
    FamilyMatrixPayload,
    FamilyPayload,
    FamilyRowPayload,
)
from leaderboard_app.domain.tables.costs import comparable_cost_cell
from leaderboard_app.domain.tables.headers import (
    AGENT_HEADER,
    EvidenceHref,
    agent_cell,
    control_css,
    metric_header,
)
from tasks_app.domain.cells import count_cell, heat_class, rate_cell, text_cell
from tasks_app.domain.numbers import rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table

NO_AGENT = "No agent has a public run on this track and budget yet."
STAGES = {
    "strict": "strict",
    "selection_failures": "selection",
    "execution_failures": "execution",
    "budget_failures": "budget",
    "missing": "missing",
}
"""Columns of the failures by metric: the key of the count and of the filter that shows it."""


def heat_table(board: FamilyMatrixPayload, evidence: EvidenceHref) -> Table:
    """The matrix to look at: strict success as lightness, feasibility as a second line."""
    headers = tuple(_family_header(family) for family in board["families"])
    return Table(
        key="matrix",
        caption="Strict success by family",
        header=(AGENT_HEADER, *headers),
        rows=tuple(_heat_row(row, board["families"], evidence) for row in board["rows"]),
        note="The small line is the share of episodes within budget, right or wrong.",
        empty=NO_AGENT,
    )


def matrix_numbers(board: FamilyMatrixPayload, evidence: EvidenceHref) -> Table:
    """The same matrix as one line per agent and family, with counts, intervals and cost."""
    return Table(
        key="numbers",
        caption="The numbers of the matrix",
        header=(
            AGENT_HEADER,
            HeaderCell("family", "Family"),
            metric_header("strict", "Strict"),
            metric_header("feasibility"),
            metric_header("mean_units", "Mean cost"),
            metric_header("missing"),
        ),
        rows=tuple(
            _number_row(row, family, board["cost_basis"], evidence)
            for row in board["rows"]
            for family in board["families"]
        ),
        empty=NO_AGENT,
    )


def failures_table(board: FailuresPayload, evidence: EvidenceHref, family: str = "") -> Table:
    """Where episodes fail, over all families or in one."""
    titles = {found["family"]: found["title"] for found in board["families"]}
    where = f" in {titles[family].lower()} tasks" if family else ""
    return Table(
        key="failures",
        caption=f"Episodes by outcome{where}",
        header=(
            AGENT_HEADER,
            *(metric_header(key, "Strict" if key == "strict" else "") for key in STAGES),
        ),
        rows=tuple(_failure_row(row, evidence, family) for row in board["rows"]),
        empty=NO_AGENT,
    )


def _family_header(family: FamilyPayload) -> HeaderCell:
    way = "spending more is right" if family["group"] == "up" else "saving is right"
    explanation = f"{family['tasks']} tasks in which {way}."
    return HeaderCell(family["family"], family["title"], explanation, numeric=True)


def _heat_row(row: FamilyRowPayload, families: list[FamilyPayload], evidence: EvidenceHref) -> Row:
    agent = row["agent"]
    cells = (
        _heat_cell(row["cells"][f["family"]], evidence(agent["id"], family=f["family"]))
        for f in families
    )
    name = agent_cell(agent, evidence(agent["id"]), row["control"])
    return Row((name, *cells), css=control_css(row["control"]))


def _heat_cell(cell: FamilyCellPayload, href: str) -> Cell:
    strict, feasible = cell["strict"], cell["feasibility"]["value"]
    shown = rate_cell(strict, href=href)
    if strict["value"] is None:
        return shown
    notes = ["" if feasible is None else f"{rate_text(feasible)} in budget"]
    notes.append(f"{cell['missing']} missing" if cell["missing"] else "")
    note = ", ".join(filter(None, notes))
    css = heat_class(strict["value"])
    return Cell(shown.text, strict["value"], CellKind.RATE, href, note=note, css=css)


def _number_row(
    row: FamilyRowPayload, family: FamilyPayload, basis: str, evidence: EvidenceHref
) -> Row:
    agent, cell, key = row["agent"], row["cells"][family["family"]], family["family"]

    def behind(outcome: str) -> str:
        return evidence(agent["id"], family=key, outcome=outcome)

    return Row(
        (
            agent_cell(agent, evidence(agent["id"]), row["control"]),
            text_cell(family["title"]),
            rate_cell(cell["strict"], href=behind("strict")),
            rate_cell(cell["feasibility"], href=behind("feasible")),
            comparable_cost_cell(cell["mean_units"], row["cost_basis"], basis, behind("scored")),
            count_cell(cell["missing"], href=behind("missing")),
        ),
        css=control_css(row["control"]),
    )


def _failure_row(row: FailureRowPayload, evidence: EvidenceHref, family: str) -> Row:
    counts = dict(row["families"][family] if family else row["total"])
    agent, filters = row["agent"], {"family": family} if family else {}
    cells = (
        count_cell(int(counts[key]), href=evidence(agent["id"], outcome=key, **filters))  # type: ignore[call-overload]
        for key in STAGES.values()
    )
    name = agent_cell(agent, evidence(agent["id"]), row["control"])
    return Row((name, *cells), css=control_css(row["control"]))
