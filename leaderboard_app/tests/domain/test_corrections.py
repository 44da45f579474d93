import json
from dataclasses import replace

import pytest

from audit_app.domain.audit_rates import AuditRates
from audit_app.domain.cells import Cell, CellCount
from leaderboard_app.domain.corrections import (
    LAPSED,
    NO_AUDIT,
    NOT_COVERED,
    Corrections,
    uncorrected,
)
from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.domain.resampling import resampling
from leaderboard_app.tests.factories import board_slice, episode, row, simple_row
from runs_app.domain.episode import EpisodeStatus, Verdict
from tasks_app.domain.families import Family

RUN = "run-1"
FAMILIES = (Family.ESCALATION, Family.CHEAP, Family.STOP)


def rates(audit_id="audit-1", runs=(RUN,), confirmed=16, lapsed=None):
    """People confirm ``confirmed`` of 20 positive verdicts and contradict one of 20 others;
    ``lapsed`` are runs for which that holds no more, each with the reason."""
    counts = [
        count
        for family in FAMILIES[:2]
        for count in (
            CellCount(Cell(family, Verdict.CORRECT), 100, 20, confirmed),
            CellCount(Cell(family, Verdict.INCORRECT), 100, 20, 1),
        )
    ]
    return AuditRates(audit_id, "exact", "exact/1", frozenset(runs), tuple(counts), lapsed or {})


def judged_row(name="agent", agent_id=1, run_id=RUN):
    """Escalation: 8 of 10 right, one of them over budget; cheap: 6 of 10; stop: 3 of 5."""

    def found(family, right, total, **facts):
        return [episode(family, correct=n < right, run_id=run_id, **facts) for n in range(total)]

    escalation = found(Family.ESCALATION, 8, 10)
    escalation[0] = replace(escalation[0], within_budget=False)
    stops = [replace(e, abstained=bool(e.correct)) for e in found(Family.STOP, 3, 5)]
    by_family = {
        Family.ESCALATION: escalation,
        Family.CHEAP: found(Family.CHEAP, 6, 10),
        Family.STOP: stops,
    }
    return row(by_family, name, agent_id)


def corrections(*audits, replicates=300):
    sizes = {Family.ESCALATION: 10, Family.CHEAP: 10, Family.STOP: 5}
    return Corrections(audits, resampling(sizes, 1, replicates))


def test_a_row_is_corrected_by_hand():
    # A positive verdict holds by 0.8, a negative one is wrong by 0.05. Escalation 8 * 0.8 +
    # 2 * 0.05 = 6.5, strict 5.7; cheap 6 * 0.8 + 4 * 0.05 = 5.0; stops 3 as they are.
    found = corrections(rates()).of(judged_row())
    values = {name: figure.value for name, figure in found.found.figures.items()}

    assert found.audit_id == "audit-1"
    assert values == pytest.approx(
        {"accuracy": 14.5 / 25, "strict": 13.7 / 25, "up": 0.57, "save": 8 / 15, "econ": 8 / 15}
    )


def test_without_an_audit_the_row_says_so():
    assert corrections().of(judged_row()) == uncorrected(NO_AUDIT)


def test_runs_that_no_audit_covers_are_not_corrected_by_another_ones():
    assert corrections(rates(runs=("other",))).of(judged_row()) == uncorrected(NOT_COVERED)


def test_an_audit_that_has_lapsed_for_a_run_corrects_it_no_more_and_the_row_says_why():
    lapsed = rates(runs=(), lapsed={RUN: "it is judged anew", "run-2": "of no matter here"})
    found = corrections(lapsed).of(judged_row())

    assert found == uncorrected(LAPSED.format("it is judged anew"))


def test_an_earlier_audit_that_holds_still_counts_instead():
    lapsed = rates("newer", runs=(), lapsed={RUN: "it is judged anew"})
    found = corrections(lapsed, rates("older")).of(judged_row())

    assert found.audit_id == "older"


def test_of_several_audits_the_last_one_closed_counts():
    found = corrections(rates("newer", confirmed=20), rates("older")).of(judged_row())

    assert found.audit_id == "newer"
    assert found.found.figures["up"].value == pytest.approx((7 * 1 + 2 * 0.05) / 10)


def test_an_incomplete_row_is_not_corrected():
    found = corrections(rates()).of(simple_row("+.", "++"))

    assert found == uncorrected("1 of 4 tasks have no scored episode.")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, True),
        ({"correct": False}, True),
        ({"abstained": True, "correct": False}, False),
        ({"status": EpisodeStatus.AGENT_ERROR, "correct": False}, False),
        ({"correct": None}, False),
        ({"family": Family.STOP, "correct": False}, False),
    ],
)
def test_what_a_judge_decided_is_told_from_what_scoring_decided(facts, expected):
    assert episode(**facts).rests_on_verdict is expected


def corrected_board(*audits):
    """The stronger agent's run is audited apart and found to be overrated."""
    rows = [judged_row("strong", 1), judged_row("weak", 2, "run-2")]
    weak = rows[1].by_family
    rows[1] = row(
        {**weak, Family.CHEAP: [replace(e, correct=n < 5) for n, e in enumerate(weak["cheap_qa"])]},
        "weak",
        2,
    )
    by_audit = corrections(*audits)
    board = board_slice(rows)
    return replace(
        board, rows=[replace(found, correction=by_audit.of(found.row)) for found in board.rows]
    )


def test_a_board_shows_judged_and_corrected_side_by_side():
    board = leaderboard(corrected_board(rates(runs=(RUN, "run-2"))))
    strong = board["rows"][0]

    assert strong["save"]["value"] == 9 / 15
    assert strong["corrected_save"]["value"] == pytest.approx(8 / 15)
    assert strong["corrected_audit"] == "audit-1"
    low, high = strong["corrected_econ"]["low"], strong["corrected_econ"]["high"]
    assert low < strong["corrected_econ"]["value"] < high
    assert board["corrected_order"]["holds"] is True
    assert board["corrected_order"]["support"] > 0.5
    json.dumps(board, allow_nan=False)


def test_a_board_tells_that_the_order_does_not_hold():
    audits = rates("a", confirmed=8), rates("b", runs=("run-2",), confirmed=20)
    order = leaderboard(corrected_board(*audits))["corrected_order"]

    assert order["holds"] is False
    assert order["swapped"] == [["strong", "weak"]]


def test_a_board_without_audits_has_no_order_and_says_why():
    order = leaderboard(board_slice([simple_row("++", "++")]))["corrected_order"]

    assert (order["holds"], order["support"], order["swapped"]) == (None, None, [])
    assert order["reason"] == "undefined: no two agents with different scores"
