"""The list of disagreements."""

import pytest

from audit_app.domain.audited import AuditedItem, ReviewerLabel
from audit_app.domain.cells import Cell
from audit_app.domain.labels import Decision
from audit_app.domain.tables.disagreement_table import (
    ON_A_PAGE,
    DisagreementPage,
    disagreement_table,
)
from runs_app.domain.episode import Verdict

LABELS = (ReviewerLabel("rita", Decision.INCORRECT), ReviewerLabel("omar", Decision.CORRECT))


def row(**changes):
    cell = Cell("stop_loss", Verdict.CORRECT)
    item = AuditedItem("0123456789", "t1", "alpha", cell, LABELS, **changes)
    page = DisagreementPage.of([item], "")
    (found,) = disagreement_table(page, lambda item_id: f"/{item_id}/").rows
    return found.cells


def test_a_line_shows_both_sides_and_leads_to_them():
    cells = row()
    assert cells[0].href == "/0123456789/"
    assert [cell.text for cell in cells[2:6]] == [
        "Stop-loss",
        "alpha",
        "correct",
        "incorrect, correct",
    ]
    assert cells[6].reason == "Not adjudicated."


def test_a_third_decision_is_shown_beside_them():
    assert row(adjudicated=Decision.CORRECT)[6].text == "correct"


@pytest.mark.parametrize(
    ("asked", "number"),
    [("", 1), ("2", 2), ("3", 3), ("4", 3), ("0", 1), ("-1", 1), ("two", 1), ("9" * 5000, 1)],
)
def test_many_are_shown_in_pages_and_whatever_is_asked_for_shows_one(asked, number):
    items = [AuditedItem(str(n), "t", "a", Cell("f", None)) for n in range(2 * ON_A_PAGE + 1)]
    page = DisagreementPage.of(items, asked)

    assert (page.number, page.count) == (number, 3)
    assert len(disagreement_table(page, str).rows) == (1 if number == 3 else ON_A_PAGE)


def test_a_page_says_what_part_it_is_and_cannot_be_sorted_as_if_it_were_all():
    items = [AuditedItem(str(n), "t", "a", Cell("f", None)) for n in range(ON_A_PAGE + 1)]
    table = disagreement_table(DisagreementPage.of(items, "2"), str)

    assert table.note.startswith("201 to 201 of 201,")
    assert not any(head.sortable for head in table.header)
    assert DisagreementPage.of(items[:5], "1").note == ""
