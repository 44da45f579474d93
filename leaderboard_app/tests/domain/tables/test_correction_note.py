from leaderboard_app.domain.leaderboard import leaderboard
from leaderboard_app.domain.tables.correction_note import correction_note, is_corrected
from leaderboard_app.domain.tables.leaderboard_table import controls_table, leaderboard_table
from leaderboard_app.tests.domain.tables.links import evidence
from leaderboard_app.tests.domain.test_corrections import RUN, corrected_board, rates
from leaderboard_app.tests.factories import board_slice, simple_row


def board(*audits):
    return leaderboard(corrected_board(*audits))


def keys(table):
    return [head.key for head in table.header]


def test_a_board_without_an_audit_has_neither_columns_nor_a_note():
    plain = leaderboard(board_slice([simple_row("++", "++")]))

    assert not is_corrected(plain)
    assert correction_note(plain) == ""
    assert "corrected_econ" not in keys(leaderboard_table(plain, evidence))


def test_the_corrected_share_stands_beside_the_judged_one_with_its_interval():
    table = leaderboard_table(board(rates(runs=(RUN, "run-2"))), evidence)
    position = keys(table).index("corrected_econ")

    assert keys(table)[position - 1] == "econ"
    cell = table.rows[0].cells[position]
    assert cell.low < cell.value < cell.high
    assert len(table.rows[0].cells) == len(table.header)


def test_controls_are_never_corrected():
    assert "corrected_econ" not in keys(controls_table(board(rates()), evidence))


def test_the_note_says_whether_the_order_holds():
    holds = correction_note(board(rates(runs=(RUN, "run-2"))))
    broken = correction_note(
        board(rates("a", confirmed=8), rates("b", runs=("run-2",), confirmed=20))
    )

    assert holds.startswith("Corrected by people, agents stand in the same order of Econ; no pair")
    assert "does not hold: weak passes strong; no pair changes places in" in broken


def test_a_single_corrected_agent_has_no_order():
    assert "no order to compare" in correction_note(board(rates()))


def test_a_board_that_no_audit_corrects_any_more_says_why_and_has_no_such_columns():
    lapsed = board(rates(runs=(), lapsed={RUN: "judged anew", "run-2": "judged anew"}))

    assert correction_note(lapsed) == (
        "No row is corrected by people. The closed audit of this row does not hold for it any "
        "more: judged anew."
    )
    assert "corrected_econ" not in keys(leaderboard_table(lapsed, evidence))


def test_a_board_that_is_older_than_audits_is_still_shown():
    old = board()
    for row in old["rows"]:
        for key in [key for key in row if key.startswith("corrected_")]:
            del row[key]
    del old["corrected_order"]

    assert correction_note(old) == ""
    assert leaderboard_table(old, evidence).rows
