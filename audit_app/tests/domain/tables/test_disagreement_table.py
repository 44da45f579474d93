"""The list of disagreements."""

from audit_app.domain.audited import AuditedItem, ReviewerLabel
from audit_app.domain.cells import Cell
from audit_app.domain.labels import Decision
from audit_app.domain.tables.disagreement_table import disagreement_table
from runs_app.domain.episode import Verdict

LABELS = (ReviewerLabel("rita", Decision.INCORRECT), ReviewerLabel("omar", Decision.CORRECT))


def row(**changes):
    cell = Cell("stop_loss", Verdict.CORRECT)
    item = AuditedItem("0123456789", "t1", "alpha", cell, LABELS, **changes)
    (found,) = disagreement_table([item], lambda item_id: f"/{item_id}/").rows
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
