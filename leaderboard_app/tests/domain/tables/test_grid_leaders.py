import pytest

from leaderboard_app.domain.tables.grid_leaders import leaders_sentence, leaders_table
from leaderboard_app.tests.domain.meter.grid_payloads import (
    KEYS,
    golden_payload,
    payload_of,
    small_payload,
    three_by_three,
    uncalibrated_payload,
)
from leaderboard_app.tests.domain.meter.grids import cell, episodes
from leaderboard_app.tests.domain.tables.links import evidence

GRID = golden_payload()


def lines(table):
    return [[cell.text for cell in row.cells[:2]] for row in table.rows]


def test_each_criterion_has_its_leader_with_its_place_by_all_others():
    table = leaders_table(GRID, evidence)
    expected = {
        title: key
        for title, one in zip(
            ("AMS", "Passes", "USD per pass", "Tokens per pass"), GRID["leaders"], strict=True
        )
        for key in one["keys"]
    }

    assert dict(lines(table)) == expected
    for row in table.rows:
        for criterion, shown in zip(GRID["ranks"], row.cells[2:], strict=True):
            place = GRID["ranks"][criterion][row.cells[1].text]
            assert shown.note == f"place {place} of 6"
            assert ("is-first" in shown.css) == (place == 1)


def test_the_sentence_names_each_leader_once_with_all_that_it_leads_by():
    """By AMS, USD and tokens the first configuration leads; by passes all three are equal."""
    assert leaders_sentence(small_payload()) == (
        "4 criteria, 2 leaders. Best by AMS, USD per pass and tokens per pass: model-a x cli-x. "
        "Best by passes: model-a x cli-x, model-a x cli-y and model-b x cli-x."
    )


def test_one_that_leads_by_everything_is_said_to():
    worse = [
        one._replace(reward=0.0) if one.configuration != KEYS[0] else one
        for one in three_by_three()
    ]
    assert leaders_sentence(small_payload(worse)) == (
        "One leads by all 4 criteria. Best by AMS, passes, USD per pass and tokens per pass: "
        "model-a x cli-x."
    )


def test_a_best_among_few_is_said_to_be_one():
    sentence = leaders_sentence(small_payload(three_by_three(cost=None)))
    assert sentence.endswith("Not compared by AMS: 1 of 3, incomplete or without a price.")
    assert "Not compared" not in leaders_sentence(small_payload())


def test_without_a_calibration_the_others_still_have_leaders():
    board = uncalibrated_payload()
    table = leaders_table(board, evidence)

    assert table.rows[0].cells[1].reason == "The bundle is not calibrated yet."
    assert lines(table)[-1] == ["Tokens per pass", KEYS[0]]
    assert leaders_sentence(board).startswith("3 criteria, 2 leaders. Best by passes: ")


def test_where_nothing_counts_nobody_leads_and_it_is_said_why():
    board = payload_of(episodes([cell("m x c", "t1", None)]))

    assert leaders_sentence(board) == ""
    reasons = [row.cells[1].reason for row in leaders_table(board, evidence).rows]
    assert reasons[1] == "No complete configuration has a known figure of passes."


@pytest.mark.parametrize("count", [3, 5])
def test_of_many_equal_leaders_three_are_named(count):
    board = payload_of(episodes([cell(f"m{n} x c", "t1") for n in range(count)]))
    table = leaders_table(board, evidence)

    assert [row.cells[0].text for row in table.rows].count("Passes") == 3
    assert ("and 2 more" in leaders_sentence(board)) == (count == 5)
