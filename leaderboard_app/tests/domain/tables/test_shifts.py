from leaderboard_app.domain.tables.shifts import place_cell, shift_cell


def test_up_is_a_place_nearer_to_the_first():
    assert [shift_cell(shift).text for shift in (-2, 0, 1)] == ["up 2", "same", "down 1"]


def test_only_what_moves_is_marked():
    assert [shift_cell(shift).css for shift in (-2, 0, 1)] == ["is-changed", "", "is-changed"]


def test_an_unknown_place_is_no_zero():
    for cell in (place_cell(None, "why"), shift_cell(None, "why")):
        assert (cell.value, cell.reason) == (None, "why")
