from hypothesis import given
from hypothesis import strategies as st

from leaderboard_app.domain.failures import failures, stage_counts
from leaderboard_app.tests.factories import absent, board_slice, failure, lost, simple_row, success


def test_every_task_is_counted_once():
    found = stage_counts(
        [
            success(),
            failure(failure_stage="budget"),
            failure(failure_stage="selection"),
            failure(),
            failure(),
            lost(),
            absent(),
        ]
    )

    assert found == {
        "strict": 1,
        "budget": 1,
        "selection": 1,
        "execution": 2,
        "missing": 2,
        "tasks": 7,
    }


def test_the_board_counts_by_family_and_in_total():
    (row,) = failures(board_slice([simple_row("+-", "--")]))["rows"]

    assert row["total"]["execution"] == 3
    assert row["families"]["escalation_qa"]["execution"] == 1
    assert row["families"]["cheap_qa"]["tasks"] == 2


@given(st.lists(st.sampled_from([success(), failure(), lost(), absent()])))
def test_the_counts_add_up(episodes):
    found = stage_counts(episodes)
    parts = ("strict", "budget", "selection", "execution", "missing")

    assert sum(found[part] for part in parts) == found["tasks"]
