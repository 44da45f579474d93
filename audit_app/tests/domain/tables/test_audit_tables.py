"""The list of audits, and the cells of one."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from audit_app.domain.blinding import Progress
from audit_app.domain.cells import family_title
from audit_app.domain.tables.audit_tables import audits_table, cells_table


@dataclass(frozen=True)
class Listed:
    id: UUID
    progress: Progress
    title: str = "A first look"
    kind: str = "answers"
    status: str = "open"
    created_at: datetime = datetime(2026, 1, 31, 12, tzinfo=UTC)
    mine: int = 12


def cell(verdict, population, drawn):
    return {
        "family": "cheap_qa",
        "verdict": verdict,
        "population": population,
        "drawn": drawn,
        "inclusion": drawn / population,
    }


def test_an_audit_is_one_line_that_leads_to_its_page():
    listed = Listed(UUID(int=1), Progress(41, 96))
    (row,) = audits_table([listed], lambda audit_id: f"/{audit_id.int}/").rows
    assert row.cells[0].href == "/1/"
    assert row.cells[3].note == "41\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}96"
    assert [row.cells[index].text for index in (1, 4, 5)] == ["open", "12", "2026-01-31 12:00"]


def test_the_last_line_of_the_cells_is_their_sum():
    rows = cells_table([cell("correct", 300, 12), cell("incorrect", 700, 13)]).rows
    assert [[found.value for found in row.cells[2:]] for row in rows] == [
        [300, 12, 12 / 300],
        [700, 13, 13 / 700],
        [1000, 25, 25 / 1000],
    ]


def test_the_families_of_a_review_of_tasks_have_no_verdict():
    table = cells_table([cell(None, 38, 5), cell(None, 38, 6)], "realism")
    assert table.caption == "Tasks by family"
    assert [head.key for head in table.header] == ["family", "population", "drawn", "inclusion"]
    assert [found.text for found in table.rows[-1].cells[:3]] == ["All families", "76", "11"]


def test_without_a_cell_there_is_no_sum_either():
    assert cells_table([]).rows == ()


def test_a_family_of_elsewhere_keeps_its_name():
    assert [family_title("stop_loss"), family_title("nq")] == ["Stop-loss", "nq"]
