"""Tables with families as columns: the matrix, as heat map and as numbers, and failure stages."""

from leaderboard_app.domain.family_payload import (
    FailureRowPayload,
    FailuresPayload,
    FamilyCellPayload,
    FamilyMatrixPayload,
    FamilyPayload,
    FamilyRowPayload,
    StageCountsPayload,
)
from leaderboard_app.domain.tables.headers import (
    AGENT_HEADER,
    EvidenceHref,
    agent_cell,
    metric_header,
)
from tasks_app.domain.cells import amount_cell, count_cell, heat_class, rate_cell
from tasks_app.domain.numbers import rate_text
from tasks_app.domain.table import Cell, CellKind, HeaderCell, Row, Table


def heat_table(board: FamilyMatrixPayload, evidence: EvidenceHref) -> Table:
    """The matrix to look at: strict success as lightness, feasibility as a second line."""
    headers = tuple(_family_header(family) for family in board["families"])
    return Table(
        key="matrix",
        caption="Strict success by family; the small line is the share within budget",
        header=(AGENT_HEADER, *headers),
        rows=tuple(_heat_row(row, board["families"], evidence) for row in board["rows"]),
        empty="No agent has a public run on this track and budget yet.",
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
            metric_header("mean_units"),
            metric_header("missing"),
        ),
        rows=tuple(
            _number_row(row, family, evidence)
            for row in board["rows"]
            for family in board["families"]
        ),
    )


def failures_table(board: FailuresPayload, evidence: EvidenceHref, family: str = "") -> Table:
    """Where episodes fail, over all families or in one."""
    return Table(
        key="failures",
        caption="Episodes by outcome",
        header=(
            AGENT_HEADER,
            metric_header("strict", "Strict"),
            metric_header("selection_failures"),
            metric_header("execution_failures"),
            metric_header("budget_failures"),
            metric_header("missing"),
        ),
        rows=tuple(_failure_row(row, evidence, family) for row in board["rows"]),
        empty="No agent has a public run on this track and budget yet.",
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
    css = "is-control" if row["control"] else ""
    return Row((agent_cell(agent, evidence(agent["id"]), row["control"]), *cells), css=css)


def _heat_cell(cell: FamilyCellPayload, href: str) -> Cell:
    strict, feasible = cell["strict"], cell["feasibility"]["value"]
    shown = rate_cell(strict, href=href)
    if strict["value"] is None:
        return shown
    note = "" if feasible is None else f"{rate_text(feasible)} in budget"
    return Cell(
        shown.text, strict["value"], CellKind.RATE, href, note=note, css=heat_class(strict["value"])
    )


def _number_row(row: FamilyRowPayload, family: FamilyPayload, evidence: EvidenceHref) -> Row:
    agent, cell = row["agent"], row["cells"][family["family"]]
    filters = {"family": family["family"]}
    return Row(
        (
            agent_cell(agent, evidence(agent["id"]), row["control"]),
            Cell(family["title"], family["title"]),
            rate_cell(cell["strict"], href=evidence(agent["id"], outcome="strict", **filters)),
            rate_cell(
                cell["feasibility"], href=evidence(agent["id"], outcome="feasible", **filters)
            ),
            amount_cell(cell["mean_units"]["value"], cell["mean_units"].get("reason", "")),
            count_cell(cell["missing"]),
        ),
        css="is-control" if row["control"] else "",
    )


def _failure_row(row: FailureRowPayload, evidence: EvidenceHref, family: str) -> Row:
    counts: StageCountsPayload = row["families"][family] if family else row["total"]
    agent, filters = row["agent"], {"family": family} if family else {}

    def cell(count: int, outcome: str) -> Cell:
        return count_cell(count, href=evidence(agent["id"], outcome=outcome, **filters))

    return Row(
        (
            agent_cell(agent, evidence(agent["id"]), row["control"]),
            cell(counts["strict"], "strict"),
            cell(counts["selection"], "selection"),
            cell(counts["execution"], "execution"),
            cell(counts["budget"], "budget"),
            cell(counts["missing"], "missing"),
        ),
        css="is-control" if row["control"] else "",
    )
