import pytest

from leaderboard_app.domain.resampling import resampling
from leaderboard_app.domain.sweep import Sweep, labelled_rows, sweeps
from leaderboard_app.domain.tables.sweep_tables import points_text, response_table, sweep_table
from leaderboard_app.tests.domain.tables.links import evidence
from leaderboard_app.tests.factories import control_row, estimated, frame, row, simple_row, success
from runs_app.domain.episode import Track
from tasks_app.domain import numbers
from tasks_app.domain.families import Family


def families_of(by_label, track=Track.TOOL_API):
    """The families of a sweep of these rows, by name."""
    rows = {label: estimated(found) for label, found in by_label.items()}
    board = frame()
    payload = sweeps(Sweep(board, track, labelled_rows(rows), resampling(board.sizes, 1, 200)))
    return {family["family"]: family for family in payload["families"]}


def researching(used, label_budget):
    """Two escalation tasks with or without research, and two cheap ones."""
    up = [success(Family.ESCALATION, used_composite=used, budget=label_budget) for _ in range(2)]
    return row({Family.ESCALATION: up, Family.CHEAP: [success(), success()]})


def test_a_line_is_an_agent_at_a_label_with_its_budget_shares_and_cost():
    family = families_of({"tight": [simple_row("+-", "++")]})["escalation_qa"]
    (line,) = sweep_table(family, "ledger_units", evidence).rows
    texts = [cell.text for cell in line.cells]
    assert texts[:4] == ["agent", "tight", "202", numbers.rate_text(0.5)]
    assert texts[-1] == "46"


def test_every_share_leads_to_the_episodes_it_counts_at_its_label():
    family = families_of({"loose": [simple_row("+-", "++")]})["escalation_qa"]
    (line,) = sweep_table(family, "ledger_units", evidence).rows
    outcomes = [cell.href.rpartition("outcome=")[2] for cell in line.cells[3:]]
    assert outcomes == ["strict", "lenient", "research", "no-step", "over", "scored"]
    assert line.cells[3].href == "/1?budget=loose&family=escalation_qa&outcome=strict"


def test_costs_and_budgets_of_controls_are_not_compared_with_execution_proxy():
    rows = [simple_row("++", "++", track=Track.WORKSPACE), control_row("++", "--")]
    family = families_of({"tight": rows}, Track.WORKSPACE)["cheap_qa"]
    worker, control = sweep_table(family, "execution_proxy", evidence).rows
    assert (worker.cells[2].text, worker.cells[-1].text) == ("180", "46")
    assert (control.cells[2].value, control.cells[-1].value) == (None, None)
    assert "does not compare" in control.cells[2].reason
    assert control.css == "is-control"


def test_a_response_is_a_difference_in_points_with_its_interval():
    # The path costs 322 units: more than the tight budget of 202, less than the loose one of 644.
    by_label = {"tight": [researching(False, 202.0)], "loose": [researching(True, 644.0)]}
    family = families_of(by_label)["escalation_qa"]
    _, change, kind = response_table(family).rows[0].cells
    assert (change.text, change.value) == ("+100.0 points", 1.0)
    assert change.note == "+100.0 to +100.0"
    assert kind.text == "adaptive"


def test_where_a_response_is_undefined_the_reason_is_given():
    family = families_of({"tight": [simple_row("++", "++")]})["escalation_qa"]
    _, change, _ = response_table(family).rows[0].cells
    assert change.value is None
    assert change.reason == "No budget label it ran at affords the path."


@pytest.mark.parametrize(
    ("difference", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (0.0004, "0"),
        (-0.0004, "0"),
        (0.125, "+12.5"),
        (-1.0, f"{numbers.MINUS}100.0"),
    ],
)
def test_points_have_a_sign_unless_they_are_nothing(difference, text):
    assert points_text(difference) == text


def test_nobody_swept_is_a_sentence():
    family = families_of({})["cheap_qa"]
    assert sweep_table(family, "ledger_units", evidence).rows == ()
    assert response_table(family).empty == "No agent has run this family at a swept budget yet."
