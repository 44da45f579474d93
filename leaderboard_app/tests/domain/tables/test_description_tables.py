"""The answer in words, and the tables of conditions and transfers."""

from copy import deepcopy

import pytest

from leaderboard_app.domain.description_figures import firsts_figure
from leaderboard_app.domain.tables.description_answer import (
    assignments_sentence,
    effective_sentence,
    joined,
    survival_sentence,
)
from leaderboard_app.domain.tables.description_tables import (
    conditions_table,
    matrix_table,
    numbers_table,
    signed_text,
)
from leaderboard_app.domain.tables.transfer_tables import (
    firsts_table,
    sources_table,
    transfer_matrix,
    transfer_numbers,
)
from leaderboard_app.tests.domain.meter.test_descriptions_board import board, only_original
from leaderboard_app.tests.domain.meter.wordings_grids import KEYS, counted
from tasks_app.domain.numbers import MINUS, UNKNOWN


def no_href(agent_id, condition):
    return ""


def with_orders(**orders):
    """A board whose conditions have these first ones and largest shifts; the others none. Of the
    configurations a, b and c the last has no place under Self."""
    payload = deepcopy(board())
    for row, name in zip(payload["rows"], "abc", strict=True):
        row["key"] = name
    for one in payload["conditions"]:
        leaders, shift = orders.get(one["condition"], ([], None))
        one["leaders"] = leaders
        one["largest_shift"] = {"value": shift, "low": None, "high": None, "n": 3}
    payload["adapted"] = None
    return payload


def test_the_answer_is_yes_where_no_place_changes():
    same = with_orders(original=(["a"], None), self=(["a"], 0), pooled=(["a"], 0))
    assert survival_sentence(same) == (
        "Yes: the order of the 3 configurations that tried other wordings is the same under every "
        "condition, and a is first."
    )


def test_the_answer_is_in_part_where_the_first_stays():
    partly = with_orders(original=(["a"], None), self=(["a"], 0), pooled=(["a"], 2))
    assert "In part: " in survival_sentence(partly)
    assert "others change places under Pooled." in survival_sentence(partly)


def test_the_answer_is_no_where_another_is_first():
    changed = with_orders(original=(["a"], None), self=(["b"], 1), generic=(["c"], 2))
    assert survival_sentence(changed).endswith(
        "a is first under Original, but b and c under Self and Generic."
    )


def test_there_is_no_answer_where_nothing_can_be_compared():
    assert survival_sentence(with_orders(original=(["a"], None))) == ""
    assert survival_sentence(board(is_calibrated=False)) == ""


def test_a_condition_in_which_fewer_are_compared_does_not_change_the_first():
    """Self lacks who is no source: with the first one among them, the sources keep their order."""
    missing = with_orders(original=(["c"], None), self=(["a"], 0))
    assert survival_sentence(missing).startswith("Yes: ")


def test_nor_do_others_take_the_first_place_from_who_is_not_there():
    swapped = with_orders(original=(["c"], None), self=(["b"], 1))
    assert survival_sentence(swapped).startswith("In part: ")


def test_random_wordings_are_told_of_in_the_same_breath():
    payload = board()
    assert "10 000 draws" in plain(survival_sentence(payload))
    shared = payload["adapted"]["shared"]["numerator"]
    assert f"In {shared} of them several are first." in plain(
        assignments_sentence(payload["adapted"])
    )


def plain(text):
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def test_effective_tasks_are_counted_for_others_and_for_oneself():
    payload = board()
    own, others = payload["effective"]["own"], payload["effective"]["others"]
    assert effective_sentence(payload) == (
        "Where a description replaced the original, made from another configuration's work it was "
        f"effective on {others['numerator']} of {others['denominator']} tasks; made from its own "
        f"on {own['numerator']} of {own['denominator']} tasks."
    )
    assert effective_sentence(board(only_original())) == ""


def test_names_are_joined_as_in_a_sentence():
    assert [joined(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.05, "+0.050"), (-0.05, f"{MINUS}0.050"), (0.0, "0.000"), (-0.0001, "0.000")],
)
def test_a_change_has_its_sign_and_no_zero_has_one(value, text):
    assert signed_text(value) == text


def test_a_configuration_without_a_self_has_a_dash_with_the_reason():
    matrix = matrix_table(board(), no_href)
    (row,) = [row for row in matrix.rows if row.cells[0].text == KEYS[2]]
    assert row.cells[2].text == UNKNOWN
    assert row.cells[2].reason == "No description was made from its own trajectories."
    assert row.cells[1].note.startswith("place ")


def test_the_darkest_cell_is_the_highest_and_the_lightest_the_lowest():
    matrix = matrix_table(board(), no_href)
    cells = [cell for row in matrix.rows for cell in row.cells[1:] if cell.value is not None]
    assert max(cells, key=lambda cell: cell.value).css == "heat heat-10"
    assert min(cells, key=lambda cell: cell.value).css == "heat heat-0"


def test_every_table_has_its_rows_and_as_many_cells_as_columns():
    payload = board()
    tables = {
        "conditions": (conditions_table(payload), 7),
        "numbers": (numbers_table(payload, no_href), 3 * 7),
        "transfers": (transfer_matrix(payload), 3),
        "transfer numbers": (transfer_numbers(payload), 9),
        "firsts": (firsts_table(payload), 3),
        "sources": (sources_table(payload, lambda source: f"/{source}"), 3),
    }
    for name, (table, rows) in tables.items():
        assert len(table.rows) == rows, name
        assert {len(row.cells) for row in table.rows} == {len(table.header)}, name


def test_a_transfer_shows_its_count_and_whether_it_is_ones_own():
    matrix = transfer_matrix(board())
    notes = [[cell.note for cell in row.cells[1:]] for row in matrix.rows]
    assert [["own" in note for note in row] for row in notes] == [
        [True, False, False],
        [False, True, False],
        [False, False, False],
    ]


def test_bars_fall_from_the_most_frequent_and_the_description_tells_them():
    payload = board()
    figure = firsts_figure(payload)
    shares = figure.data[0]["x"]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == len(counted().configurations)
    assert all(key in figure.description for key in KEYS)
    assert firsts_figure(board(is_calibrated=False)) is None
