import numpy as np
import pytest

from leaderboard_app.domain.meter.episodes import CellState, cell_state, meter_episodes
from leaderboard_app.tests.domain.meter.grids import cell, configuration, episodes

A, B = "a x c", "b x c"


@pytest.mark.parametrize(
    ("status", "reward", "state"),
    [
        ("completed", 0.0, CellState.GRADED),
        ("completed", None, CellState.UNGRADED),
        ("agent_error", None, CellState.GRADED),
        ("agent_timeout", None, CellState.GRADED),
        ("infrastructure_error", None, CellState.INFRASTRUCTURE),
        ("infrastructure_error", 1.0, CellState.INFRASTRUCTURE),
    ],
)
def test_which_attempts_count(status, reward, state):
    assert cell_state(cell(A, "t1", reward, status=status)) is state


def test_an_agents_timeout_without_a_verdict_has_reward_0_and_its_own_reward_where_there_is_one():
    found = episodes(
        [cell(A, "t1", None, status="agent_timeout"), cell(A, "t2", 0.5, status="agent_timeout")]
    )

    assert found.reward[0, :, 0].tolist() == [0.0, 0.5]


def test_what_does_not_count_leaves_no_figure_behind():
    found = episodes([cell(A, "t1"), cell(A, "t2", None), cell(B, "t1")])

    assert found.graded[:, :, 0].tolist() == [[True, False], [True, False]]
    assert found.missing[:, :, 0].tolist() == [[False, True], [False, True]]
    assert np.isnan(found.cost[0, 1, 0])
    assert found.run_ids[found.run[0, 1, 0]] == "run of a x c"
    assert found.run[1, 1, 0] == -1


def test_nobody_lacks_a_repeat_that_was_never_promised():
    cells = [cell(A, "t1", repeat=1), cell(A, "t1", repeat=2), cell(B, "t1")]
    found = episodes(cells, repeats={A: 2, B: 1})

    assert found.complete.tolist() == [True, True]
    assert found.state.shape == (2, 1, 2)


def test_an_unknown_cost_is_not_a_cost_of_0():
    found = episodes([cell(A, "t1", cost=None), cell(A, "t2", cost=0.0)])

    assert found.unpriced[0, :, 0].tolist() == [True, False]


def test_a_selection_keeps_the_order_that_was_asked_for():
    found = episodes([cell(A, "t1", 0.25), cell(A, "t2", 0.5), cell(B, "t1"), cell(B, "t2")])
    chosen = found.select(tasks=["t2", "t1"], configurations=[A])

    assert (chosen.task_ids, chosen.keys) == (("t2", "t1"), (A,))
    assert chosen.reward[0, :, 0].tolist() == [0.5, 0.25]


def test_a_cell_of_an_unknown_configuration_is_an_error():
    with pytest.raises(KeyError):
        meter_episodes([configuration("a", "c")], ["t1"], 1, [cell(B, "t1")])


def test_a_grid_without_episodes_has_its_shape():
    found = episodes([cell(A, "t1")]).select(configurations=[])

    assert found.complete.tolist() == []
