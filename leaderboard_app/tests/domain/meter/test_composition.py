from dataclasses import replace
from itertools import permutations

import pytest

from leaderboard_app.domain.meter.composition import compose
from leaderboard_app.tests.meter_factories import METERED, attempt, meter_run

LOST = {"status": "infrastructure_error", "reward": None}


def counting(runs, outcomes):
    """(description, repeat, task) -> the reward that counts, of one agent."""
    found = compose(runs, outcomes).counting
    return {(s.description, s.repeat, s.task_id): outcome.reward for s, outcome in found}


def test_of_several_attempts_the_latest_counts_and_never_the_best():
    outcomes = [attempt(1, attempt=1, reward=1.0), attempt(1, attempt=2, reward=0.25)]

    assert counting([meter_run(1)], outcomes) == {("original", 1, "t1"): 0.25}


def test_of_several_runs_the_newest_counts_whatever_its_attempts():
    runs = [meter_run(1), meter_run(2)]
    outcomes = [attempt(1, attempt=3, reward=1.0), attempt(2, attempt=1, reward=0.0)]

    assert counting(runs, outcomes) == {("original", 1, "t1"): 0.0}


def test_an_infrastructure_error_replaces_nothing():
    outcomes = [attempt(1, attempt=1, reward=0.5), attempt(1, attempt=2, **LOST)]

    assert counting([meter_run(1)], outcomes) == {("original", 1, "t1"): 0.5}


def test_an_ungraded_attempt_replaces_what_came_before_it():
    outcomes = [attempt(1, attempt=1, reward=0.5), attempt(1, attempt=2, reward=None)]

    assert counting([meter_run(1)], outcomes) == {("original", 1, "t1"): None}


def test_repeats_and_descriptions_count_apart():
    runs = [meter_run(1), meter_run(2, repeat=2), meter_run(3, description="generic")]
    outcomes = [attempt(1, reward=1.0), attempt(2, reward=0.0), attempt(3, reward=0.5)]

    assert counting(runs, outcomes) == {
        ("original", 1, "t1"): 1.0,
        ("original", 2, "t1"): 0.0,
        ("generic", 1, "t1"): 0.5,
    }


@pytest.mark.parametrize("order", tuple(permutations(range(3))))
def test_the_order_of_runs_and_outcomes_is_irrelevant(order):
    runs = [meter_run(1), meter_run(2), meter_run(3, repeat=2)]
    outcomes = [attempt(1, reward=1.0), attempt(2, reward=0.0), attempt(3, reward=0.5)]
    mixed = compose([runs[i] for i in order], [outcomes[i] for i in order])

    assert mixed == compose(runs, outcomes)


def test_an_agent_promises_as_many_repeats_as_its_own_runs_go():
    other = replace(METERED, name="other", scaffold="cli-y")
    runs = [
        meter_run(1),
        meter_run(2, repeat=3),
        meter_run(3, agent_id=2, spec=other),
        meter_run(4, description="generic"),
    ]
    found = compose(runs, [])

    assert found.repeats == {(1, "original"): 3, (2, "original"): 1, (1, "generic"): 1}
    assert [agent.id for agent in found.agents] == [1, 2]
