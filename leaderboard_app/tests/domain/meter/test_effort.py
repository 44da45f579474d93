import pytest

from leaderboard_app.domain.meter.effort import EffortPart, effort
from leaderboard_app.domain.meter.strata import strata_of
from leaderboard_app.tests.domain.meter.grids import cell, episodes, vector_episodes
from leaderboard_app.tests.metered import ams_vectors
from tasks_app.domain.errors import Refused

A, B = "a x c", "b x c"
THIRDS = (1 / 3, 1 / 3, 1 / 3)


def three_tasks(**facts):
    """Tokens (medians) 150, 400, 150; steps 2, 2, 2; non-pass share 0, 1/2, 1."""
    tokens = {"t1": (100, 200), "t2": (400, 400), "t3": (150, 150)}
    rewards = {"t1": (1.0, 1.0), "t2": (1.0, 0.5), "t3": (0.0, 0.9)}
    return episodes(
        [
            cell(key, task, rewards[task][place], tokens=tokens[task][place], steps=2, **facts)
            for task in tokens
            for place, key in enumerate((A, B))
        ]
    )


def test_the_golden_efforts_and_strata_hold():
    found = vector_episodes()
    index = dict(zip(found.task_ids, effort(found, THIRDS).index, strict=True))

    assert index == pytest.approx(ams_vectors()["expected"]["effort"], abs=1e-12)
    ordered = sorted(index, key=lambda task: (index[task], task))
    assert strata_of(ordered) == ams_vectors()["expected"]["stratum"]


def test_effort_is_the_weighted_mean_of_average_ranks():
    # q(tokens): 150 twice shares (1 + 2) / 2 = 1.5 of 3, 400 has 3: 1/2, 1, 1/2.
    # q(steps): all equal, (1 + 2 + 3) / 3 = 2 of 3. q(non-pass): 1/3, 2/3, 1.
    found = effort(three_tasks(), THIRDS)

    assert found.index == pytest.approx(
        [(1 / 2 + 2 / 3 + 1 / 3) / 3, (1 + 2 / 3 + 2 / 3) / 3, (1 / 2 + 2 / 3 + 1) / 3]
    )
    assert found.parts["tokens"][0] == EffortPart(150, 0.5)
    assert found.notes == ()


def test_weights_are_shares_of_their_sum():
    assert effort(three_tasks(), (0, 0, 7)).index == pytest.approx([1 / 3, 2 / 3, 1])


def test_a_statistic_that_nobody_knows_is_dropped_and_that_is_said():
    cells = [cell(A, task, reward, tokens=None, steps=3) for task, reward in (("t1", 1), ("t2", 0))]
    found = effort(episodes(cells), THIRDS)

    # Steps: 1.5 of 2 for both; non-pass: 1 and 2 of 2; half a weight each.
    assert found.index == pytest.approx([(0.75 + 0.5) / 2, (0.75 + 1) / 2])
    assert found.notes == ("Tokens are unknown for every reference episode: effort does without.",)
    assert found.parts["tokens"] == (EffortPart(None, None),) * 2


def test_a_task_whose_tokens_nobody_knows_does_without_them():
    cells = [cell(A, "t1", tokens=None), cell(A, "t2"), cell(A, "t3", tokens=2000)]
    found = effort(episodes(cells), (1, 0, 1))

    # All pass: non-pass rank 2 of 3. Tokens among two: 1/2 and 1.
    assert found.index == pytest.approx([2 / 3, (1 / 2 + 2 / 3) / 2, (1 + 2 / 3) / 2])
    assert found.notes == ("Tokens are unknown for 1 tasks: their effort does without.",)


def test_weight_on_nothing_that_is_known_is_refused():
    with pytest.raises(Refused) as refusal:
        effort(episodes([cell(A, "t1", tokens=None)]), (1, 0, 0))

    assert refusal.value.problems[0].task_id == "t1"


def test_a_remainder_of_tasks_goes_to_the_hard_ones():
    found = list(strata_of([f"t{place}" for place in range(8)]).values())

    assert found == ["easy"] * 2 + ["medium"] * 2 + ["hard"] * 4
